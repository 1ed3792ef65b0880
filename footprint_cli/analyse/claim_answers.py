"""The sentences of one answer → how each stands against the calls of its run."""

from collections.abc import Iterator
from itertools import islice

from footprint_cli.analyse.answer_sentences import each_sentence
from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.analyse.claims import judge
from footprint_cli.analyse.known_values import Index, Known
from footprint_cli.analyse.named_values import phrases
from footprint_cli.analyse.words import tokens
from footprint_cli.model.claim import Judgement
from footprint_cli.model.coverage import Choices, CoveredCall
from footprint_cli.model.search import Declaration

SENTENCES = 2000  # of one answer that are judged


class AnswerJudging:
    """Judges the sentences of an answer, in their order, up to a number of them."""

    def __init__(
        self,
        text: str,
        calls: list[CoveredCall],
        declared: list[Declaration],
        choices: Choices,
    ) -> None:
        self._sentences = each_sentence(text)
        self._calls = calls
        self._declared = declared
        self._choices = choices
        self._known = Known(calls)
        self._subjects = _subjects(calls, declared)

    def told(self) -> Iterator[tuple[str, Judgement | None]]:
        """Yield each sentence with how it stands; None where no declared subject occurs in it."""
        for sentence in islice(self._sentences, SENTENCES):
            about = self._subjects.named_in(tokens(sentence))
            yield sentence, self._judged(sentence) if about else None

    def rest(self) -> int:
        """Count the sentences that are left."""
        return sum(1 for _ in self._sentences)

    def _judged(self, sentence: str) -> Judgement:
        return judge(
            claim_of(sentence),
            self._calls,
            self._choices,
            declared=self._declared,
            known=self._known,
        )


def _subjects(calls: list[CoveredCall], declared: list[Declaration]) -> Index:
    subjects = [one.search.subject for one in declared if one.search is not None]
    subjects += [one.coverage.subject for one in calls if one.coverage.subject is not None]
    found = Index()
    for one in {id(each): each for each in subjects}.values():
        for said in one.said:
            found.add(said, phrases([said]))
    return found
