"""What a person would say of a claim: the verdict, and why."""

from collections.abc import Sequence

from footprint_cli.analyse.claim_checks import PERIOD_WORDS
from footprint_cli.model.claim import Claim, Support, verdict_word
from footprint_cli.model.coverage import Coverage, CoveredCall, Facet, Gap
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import facet

_SHOWN = 5  # values of one argument
_GAPS = {
    "omitted": "{argument} was left out, and what the tool then takes is not declared",
    "empty-list": "{argument} was sent as an empty list, and what that means is not declared",
    "unreadable": "a value of {argument} is none that can be read",
    "withheld": "{argument} is withheld from the recording",
    "unclassified": "{argument} was sent, and the declaration does not say what it does",
    "match": "what matches {argument} is the tool's own rule",
    "cap": "as many rows came back as the call could return",
    "cap-unknown": "how many rows a call can return, or did, is not known",
    "page": "one page was read, and there may be others",
    "ranking": "the rows are the nearest ones, never all that fit",
    "credential-limited": "the search saw only what the caller may see",
    "not-checked": "the result says that it did not check all of it",
    "cannot-cover": "the result says that it cannot cover all of it",
    "in-progress": "the result says that a part of it is still in progress",
    "declaration-ambiguous": "the recording declares the search of the tool in several ways",
    "period-undeclared": "the result says nothing of the period that it holds",
    "period-not-held": "the result holds nothing of the period that was asked for",
    "period-partly-held": "the result holds a part of the period that was asked for",
    "period-unknown": "how much of the period the result holds is not known",
}
_COMPLETENESS = {
    "not-complete": "the call may not have returned every row",
    "not-declared": "the tool does not declare that it returns every row",
}
_PLAIN = {
    "rows-unread": "how many rows came back could not be read",
    "rows-returned": "rows came back, and whether they are those of the claim is not known",
    "undeclared": "the tool declares no search, so there is nothing to hold the claim against",
    "declared-absent": "the tool declares no search; its result says that nothing was found for what "
    "it lists, which is all that can be said",
    "no-count": "it names no number of rows to hold against the search",
    "negation-elsewhere": "its words together may deny something else than what was searched for",
    "other-words": "it has words beside those of the search that may say more than was searched, or less",
    "some": "it says of something that it is there: the row itself shows that, not the search",
    "no-search": "no call that ran searched for this",
    "other-subject": "no call searched for what the claim is about",
}
# Why a claim is of a kind that is not judged.
_OTHER = {
    "no-words": "it has no word",
    "too-long": "it is too long for one statement",
    "question": "it is a question",
    "several-sentences": "it has several sentences; ask for each",
    "comparison": "it compares",
    "two-statements": "it says more than one thing",
    "answer-particle": "its negation may answer a question",
    "not-checked": "it is about checking, not about what is there",
    "idiom": "its negation is part of a phrase",
    "exception": "it makes an exception",
    "condition": "it has a condition",
    "widening": "it speaks of more than it names",
    "another-period": "it speaks of another time",
    "modality": "it says what may or should be",
    "denied": "it denies or doubts a statement",
    "implied-negation": "it negates in other words than those that are known",
    "two-negations": "it negates twice",
    "none-and-all": "it speaks of none and of all",
    "negation": "it negates something else than that there are any",
}


def sentence_of(claim: Claim, support: Support | None, calls: Sequence[CoveredCall]) -> str:
    """Say in one sentence how a claim stands; success is never more than "consistent"."""
    verdict = "no-search" if support is None else support.verdict
    details = ("no-search",) if support is None else support.details
    own = [] if support is None else [calls[at] for at in support.calls]
    word = verdict_word(verdict)
    if verdict == "consistent":
        return f"{word}: {_success(claim, own, support)}"
    if verdict == "contradicted":
        return f"{word}: the search returned {details[0]}"
    words = () if support is None else support.words
    reasons = dict.fromkeys(_reason(one, own, words) for one in details)
    if verdict == "gap" and own and own[0].declaration.search is None:
        return f"{word}, whatever it is about, for no search is declared: {'; '.join(reasons)}"
    return f"{word}: {'; '.join(reasons)}"


def _success(claim: Claim, own: list[CoveredCall], support: Support | None) -> str:
    searched = "it was" if len(own) == 1 else f"{len(own)} calls together were"
    rows = "no row" if claim.count is None else f"{claim.count} of them"
    told = f"{searched} complete for what the claim names, and returned {rows}"
    accepted = support is not None and any(
        one.name == PERIOD_WORDS and one.value == "accept-default" for one in support.choices
    )
    return f"{told}; the period is the tool's own and may be left unsaid" if accepted else told


def _reason(reason: str, own: list[CoveredCall], words: Sequence[str]) -> str:
    """Say one reason; a reason of the search notes is `word:facet:name`."""
    word, _, rest = reason.partition(":")
    cover = own[0].coverage if own else Coverage(status="not-composed")
    if word in ("wider", "outside", "narrower"):
        return _about(word, *_parted(rest), cover, words)
    if word == "gap":
        return _gap(rest, cover)
    if word == "completeness":
        faulty = "; its declaration has faults" if own and own[0].declaration.faulty else ""
        return _COMPLETENESS.get(rest, f"completeness is {rest}") + faulty
    told = _PLAIN.get(reason) or _OTHER.get(reason, reason)
    return f"{told}: {', '.join(words[:_SHOWN])}" if reason == "other-words" and words else told


def _parted(rest: str) -> tuple[str, str]:
    about, _, name = rest.partition(":")
    return about, name


def _about(word: str, about: str, name: str, cover: Coverage, words: Sequence[str]) -> str:
    values = _values(about, name, cover)
    if word == "narrower":
        return f"the claim names only a part of {name}, and the rows may be of the rest"
    if word == "outside":
        covered = f"only covered {values}" if values else f"did not reach another {name}"
        other = _listed(name, [*words]) if words else f"another {name}"
        return f"the claim names {other}, and the search {covered}"
    return f"the search only covered {values}, and the claim does not say so"


def _values(about: str, name: str, cover: Coverage) -> str:
    if about == "fixed":
        texts = [value_text(one.value) for one in cover.fixed if one.name == name]
        return _listed(name, texts)
    if about == "source":
        return _listed("", [one.what for one in cover.source])
    facets: dict[str, tuple[Facet, ...]] = {
        "population": cover.population,
        "filter": cover.filters,
        "period": cover.period,
    }
    own = [one for one in facets.get(about, ()) if one.argument == name and not one.any]
    default = " (its default)" if own and own[0].found == "default" else ""
    return _listed(name, [value_text(one.value) for one in own]) + default


def _listed(name: str, texts: list[str]) -> str:
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return f"{name} {', '.join(texts[:_SHOWN])}{more}".strip()


def _gap(rest: str, cover: Coverage) -> str:
    kind, _, bears = rest.rpartition(":")
    kind = kind or bears
    gap = next(
        (one for one in cover.gaps if one.kind == kind and facet(one.bears) == bears),
        Gap(kind=kind, bears=bears),
    )
    if kind == "declared" and gap.what is not None:
        why = "" if gap.why is None else f" ({gap.why})"
        return f"the search never reaches {gap.what}{why}"
    told = _GAPS.get(kind)
    if told is None:
        return f"the search leaves something out: {kind}"
    return told.format(argument=gap.argument or "an argument")
