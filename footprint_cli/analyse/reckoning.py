"""Answers of single retrievals → the answer to the whole question, without keeping them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from footprint_cli.analyse.answers import best
from footprint_cli.analyse.nearest import Nearest
from footprint_cli.analyse.reckoned import is_listed
from footprint_cli.analyse.said import times
from footprint_cli.model.answer import (
    ANSWERS,
    CANNOT_SAY,
    Asked,
    ChunkCount,
    Counted,
    Looked,
    Occurrence,
    Reply,
)
from footprint_cli.model.reckoned import Reckoned

_NAMED = {
    "exact": "{}",
    "prefix": 'chunks that begin with "{}"',
    "glob": 'chunks like "{}"',
    "doc": "chunks of {}",
}
_TOLD = {  # of one retrieval, and of several
    "refused-reason-not-recorded": ("refused in 1 without a recorded reason",) * 2,
    "dropped-later": ("admitted and dropped later in 1, without a recorded reason",) * 2,
    "not-among-a-sample": (
        "1 cannot say, for its list is not known to be complete",
        "1 cannot say, for their lists are not known to be complete",
    ),
    "candidates-not-recorded": (
        "1 cannot say, for it names no chunk, withholds it, or failed",
        "1 cannot say, for they name no chunks, withhold them, or failed",
    ),
    "never-a-candidate": ("never a candidate in 1",) * 2,
    "corpus-empty": ("1 met an empty corpus",) * 2,
    "never-asked": ("1 never asked the store",) * 2,
}


class Reckoning:
    """Takes the recordings of one question one by one, and gives the reply at the end."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._nearest = Nearest(asked.text)
        self._counts: Counter[str] = Counter()  # retrievals by their best answer
        self._unnamed: Counter[str] = Counter()  # those of them that name no chunk asked for
        self._chunks: dict[str, Counter[str]] = {}  # chunks that a pattern matches
        self._hidden: Counter[str] = Counter()  # of them, how often no text was shown
        self._refusals: Counter[str] = Counter()
        self._unshown = 0  # admitted, and no text of it is shown
        self._recordings = self._retrievals = self._listed = 0
        self._passed_over = 0  # retrievals of other retrievers and steps
        self._complete = True
        self._passed = False  # a retrieval was counted without being looked at
        self._lacks = False  # lists were left out
        self._only: Occurrence | None = None  # the answer, while it is the only one

    def add(self, part: Reckoned) -> list[Occurrence]:
        """Take up a part of the answer; returns what names the chunk, or could not say."""
        self._recordings += part.recordings
        self._complete = self._complete and not part.damaged
        self._passed_over += part.passed
        self._lacks = self._lacks or part.lists_left_out
        if part.never:
            self._pass("never-a-candidate", part.never)
        listed: list[Occurrence] = []
        for told in part.told:
            if isinstance(told, str):
                self._pass(told, 1)
                continue
            self._take(told)
            said = [one for one in told if is_listed(one)]
            self._listed += bool(said)
            listed += said
        return listed

    def _pass(self, answer: str, count: int) -> None:
        """Count retrievals that name no chunk which is asked for, and are not looked at further."""
        self._retrievals += count
        self._counts[answer] += count
        self._unnamed[answer] += count
        self._only = None
        self._passed = True

    def _take(self, told: tuple[Occurrence, ...]) -> None:
        answer = best([one.answer for one in told])
        self._retrievals += 1
        self._counts[answer] += 1
        self._unnamed[answer] += told[0].chunk is None
        self._only = told[0] if len(told) == self._retrievals == 1 else None
        for one in told:
            self._count(one)

    @property
    def lacks_ids(self) -> bool:
        """Tell whether ids to offer are missing: no chunk was named, and not all ids were shown."""
        return (self._passed or self._lacks) and not self._named

    def show(self, ids: Iterable[str | None]) -> None:
        """Take up ids that may be offered, in the order of the retrievals."""
        self._nearest.add(ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that may be offered, of those shown so far; none where a chunk was named."""
        return () if self._named else self._nearest.ids

    def forget_ids(self) -> None:
        """Forget the ids shown so far: all of them will be shown, in their order."""
        self._nearest = Nearest(self._asked.text)

    @property
    def only(self) -> Occurrence | None:
        """The answer of the only retrieval there was so far, where it is one."""
        return self._only

    def tell_the_only(self, told: tuple[Occurrence, ...]) -> None:
        """Take up what the only retrieval says, which was counted without its words."""
        self._only = told[0] if len(told) == 1 else None
        for one in told:
            self.show(self._ids(one))

    @property
    def lacks_the_only(self) -> bool:
        """Tell whether there is one retrieval, whose words are the answer, and they are missing."""
        return self._passed and self._retrievals == 1

    def take(self, told: Counted) -> None:
        """Take up what was counted beforehand; nothing else may be added before or after."""
        self._recordings, self._complete = told.recordings, told.complete
        self._retrievals, self._listed = sum(told.answers.values()), told.listed
        self._passed_over = told.passed_over
        self._counts, self._unnamed = Counter(told.answers), Counter(told.unnamed)
        self._chunks = {one: Counter(answers) for one, answers in told.chunks.items()}
        self._hidden, self._unshown = Counter(told.hidden), told.unshown
        self._refusals = Counter(told.refusals)
        self._only = told.only
        self._nearest.add(told.ids)

    def answer(self) -> str:
        """Return the best answer over everything that was added."""
        return best([*self._counts])

    def reply(self) -> Reply:
        """Give the answer over everything that was added."""
        nearest, lookalikes = ((), ()) if self._named else self._nearest.offered()
        pattern = self._asked.how != "exact"
        return Reply(
            asked=self._asked,
            answer=self.answer(),
            sentence=self._sentence(nearest, lookalikes),
            counts=_ordered(self._counts),
            searched=Looked(
                recordings=self._recordings, retrievals=self._retrievals, complete=self._complete
            ),
            nearest=nearest,
            lookalikes=lookalikes,
            row=self._only.rows[0] if self._only and self._only.rows else None,
            chunks=self._chunk_counts() if pattern else None,
            listed=self._listed,
        )

    def _chunk_counts(self) -> tuple[ChunkCount, ...]:
        return tuple(
            ChunkCount(one, _ordered(told), self._hidden[one]) for one, told in self._chunks.items()
        )

    @property
    def _named(self) -> bool:
        return self._retrievals > self._unnamed.total()

    def _count(self, one: Occurrence) -> None:
        unshown = one.answer == "read" and any(row.read is None for row in one.rows[:1])
        self._unshown += unshown
        if one.refused_by is not None:
            self._refusals[one.refused_by] += 1
        if one.chunk is not None and self._asked.how != "exact":
            self._chunks.setdefault(one.chunk, Counter())[one.answer] += 1
            self._hidden[one.chunk] += unshown
        if not self._named:
            self._nearest.add(self._ids(one))

    def _ids(self, one: Occurrence) -> list[str | None]:
        by_document = self._asked.how == "doc"
        evidence = one.retrieval.retrieval.evidence
        listed = () if evidence is None else evidence.candidates or ()
        return [each.doc_uri if by_document else each.id for each in listed]

    def _sentence(self, nearest: tuple[str, ...], lookalikes: tuple[str, ...]) -> str:
        exact = self._asked.how == "exact"
        name = _NAMED[self._asked.how].format(self._asked.text or ('""' if exact else ""))
        if self._retrievals == 0:
            return f"{name}: not found, for {self._nothing()}"
        told = self._only.sentence if self._only else "; ".join(self._told())
        offer = ""
        if lookalikes:
            offer = f". Another id looks like it: {', '.join(lookalikes)}"
        elif nearest:
            offer = f". Nearest: {', '.join(nearest)}"
        return f"{name}: {told}{offer}"

    def _nothing(self) -> str:
        recordings = times(self._recordings, "recording")
        if self._passed_over:
            retrievals = times(self._passed_over, "retrieval")
            return f"none of the {retrievals} of {recordings} is the retriever or step asked for"
        return f"no retrieval could be read in {recordings}"

    def _told(self) -> Iterator[str]:
        """Count the retrievals by what they answer, the best first."""
        whole = times(self._retrievals, "retrieval")
        many = len(self._chunks) > 1
        if many:
            read = sum(told["read"] > self._hidden[one] for one, told in self._chunks.items())
            named = self._retrievals - self._unnamed.total()
            never = len(self._chunks) - read
            yield f"{len(self._chunks)} chunks named by {named} of {whole}"
            shown = "shown to be " if self._unshown else ""
            some = f"{read} of them {shown}read in at least one, {never} in none"
            yield (some if read else f"none {shown}read") if never else "each read in at least one"
        else:
            read = self._counts["read"] - self._unshown
            unsure = self._unshown or CANNOT_SAY & {*self._counts}
            yield f"{'' if read or not unsure else 'shown to be '}read in {read or 'none'} of {whole}"
        if self._unshown:
            yield f"admitted in {self._unshown}, where no text is shown"
        if self._counts["refused"] and not many:
            why = ", ".join(f"{count} {limit}" for limit, count in self._refusals.most_common())
            yield f"refused in {self._counts['refused']}: {why}"
        for answer, (one, several) in _TOLD.items():
            count = (self._unnamed if many else self._counts)[answer]
            if count:
                yield (one if count == 1 else several).replace("1", str(count), 1)


def _ordered(counts: Counter[str]) -> dict[str, int]:
    """Return counts with the best answer first: the same, whoever read the recordings in what order."""
    return {answer: counts[answer] for answer in ANSWERS if counts[answer]}
