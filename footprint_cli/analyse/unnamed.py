"""What a retrieval answers that names no candidate which is asked for."""

from collections.abc import Callable, Iterator

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.numbers import number_text

_CANNOT = "the recording cannot say"


def unnamed(
    retrieval: RetrievalAudit,
    source: str,
    asked: Asked,
    matches: Callable[[Candidate], bool],
    *,
    bare: int | None = None,
) -> Iterator[Occurrence]:
    """Yield its answer: one, or one for each chunk that events saw attached without a list.

    `bare` is how many of its candidates have no id, or no document where one is asked for; None: to
    be counted.
    """

    def told(answer: str, sentence: str, chunk: str | None = None) -> Occurrence:
        return Occurrence(
            source=source, retrieval=retrieval, answer=answer, sentence=sentence, chunk=chunk
        )

    if retrieval.outcome in ("corpus-empty", "never-asked"):
        yield told(retrieval.outcome, retrieval.headline)
        return
    evidence = retrieval.retrieval.evidence
    if evidence is not None and evidence.candidates:
        pool = Pool(retrieval.retrieval, evidence)
        yield told(*_beside_a_list(pool, asked, _bare(pool, asked) if bare is None else bare))
        return
    attached = [one for one in retrieval.retrieval.attached or () if matches(Candidate(id=one))]
    for chunk in dict.fromkeys(attached):
        yield told(
            "read",
            "read: events saw it attached to the prompt; the record names no chunk "
            f"({retrieval.headline})",
            chunk,
        )
    if not attached:
        yield told("candidates-not-recorded", _without_list(retrieval))


def _without_list(retrieval: RetrievalAudit) -> str:
    also = ""
    if retrieval.retrieval.attached and retrieval.retrieval.attached_all:
        return (
            f"it was not read, for events saw what was, and the recording cannot say why: "
            f"{retrieval.headline}"
        )
    if "the injected text cites" in retrieval.headline:
        also = " (a citation is no proof: the text of a passage may hold one)"
    return f"{_CANNOT}: {retrieval.headline}{also}"


def unnamed_word(pool: Pool, *, by_document: bool) -> str:
    """Return the answer of a retrieval with a list of candidates that names not the one asked for."""
    named = [one.doc_uri if by_document else one.id for one in pool.candidates]
    return _word(pool, bare=not all(named) and None in named)


def _word(pool: Pool, *, bare: bool) -> str:
    if bare:
        return "candidates-not-recorded"
    return "never-a-candidate" if pool.is_whole else "not-among-a-sample"


def _bare(pool: Pool, asked: Asked) -> int:
    by_document = asked.how == "doc"
    return sum((one.doc_uri if by_document else one.id) is None for one in pool.candidates)


def _beside_a_list(pool: Pool, asked: Asked, bare: int) -> tuple[str, str]:
    by_document, word = asked.how == "doc", _word(pool, bare=bare > 0)
    if bare:
        of = f"{bare} of {len(pool.candidates)} candidates"
        what = "document" if by_document else "id"
        has = "has" if bare == 1 else "have"
        hint = "; --prefix asks by their ids" if by_document else ""
        return word, (
            f"{_CANNOT}: no recorded {what} is the one asked for, and {of} {has} none recorded{hint}"
        )
    if pool.is_whole:
        return word, _never(pool, asked)
    return word, _sample(pool, asked)


def _never(pool: Pool, asked: Asked) -> str:
    listed, namespace = len(pool.candidates), pool.evidence.namespace
    where = "the corpus" if namespace is None else f"namespace {namespace}"
    what = "it" if asked.how == "exact" else "any of them"
    return (
        f"never a candidate: the list is complete ({listed} of {listed}) without {what}; {where}, as it "
        "was searched, did not give it: not indexed there, kept out by an embedder or tier filter, or "
        "under another id"
    )


def _sample(pool: Pool, asked: Asked) -> str:
    listed, evidence = len(pool.candidates), pool.evidence
    what = "it is" if asked.how == "exact" else "they are"
    one = "is" if listed == 1 else "are"
    among = f"{what} not among what was recorded ({listed} {one} listed)"
    if evidence.candidates_complete is False:
        why = (
            "the list is a sample, for the pool came back full: more may rank behind; a larger k would "
            "tell"
        )
    elif evidence.candidates_complete is True:
        considered = number_text(evidence.considered_count or 0)
        why = (
            f"the list is called complete, but {considered} were considered and {listed} are listed"
        )
    else:
        why = "whether the list is complete is not recorded"
    return f"{_CANNOT}: {among}, and {why}"
