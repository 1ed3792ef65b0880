from datetime import date
from re import fullmatch
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.gate import Gate
from footprint_cli.analyse.gate_rules import GATE_RULES
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.model.audit import OUTCOMES
from footprint_cli.model.evidence import Evidence, Retrieval, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.model.gate import AskedRule, Baseline, GateSettings, Ignore
from footprint_cli.model.recording import Recording, Run
from footprint_cli.model.report import Report, RuleCount, Unjudged, is_at_least
from tests.analyse.odd import odd_retrievals
from tests.build import call, candidate, damage, read, recording, refused, retrieval

TODAY = date(2030, 6, 15)
READ = retrieval(read("a"), refused(id="z"))
EMPTY = retrieval(namespace="south/_/corpus")
WITHHELD = retrieval(evidence=None, withheld=Withheld(kind="redacted", detail="redacted"))
FAILED = retrieval(evidence=None, failure="the store is closed")
UNNAMED = retrieval(candidates=None, considered_count=None, admitted_count=None, corpus_empty=None)

# One retrieval of each outcome.
OF_OUTCOME = {
    "some-read": READ,
    "nothing-admitted": retrieval(refused(id="a"), refused(id="b")),
    "budget-admitted-nothing": retrieval(refused("over-char-budget"), max_chars=4, chars_used=0),
    "corpus-empty": EMPTY,
    "never-asked": retrieval(corpus_empty=False),
    "candidates-not-recorded": UNNAMED,
    "withheld": WITHHELD,
    "failed": FAILED,
}
# How each rule comes out on each: + passed, ! failed, ? unknown; in the order above.
EXPECTED = {
    "corpus-empty": "+++!????",
    "never-asked": "++++!???",
    "nothing-admitted": "+!+++???",
    "budget-admitted-nothing": "++!++???",
    "candidates-not-recorded": "+++++!!?",
    "retrieval-failed": "+++++++!",
    "admitted-below=1": "+!!!!???",
    "best-chunk-dropped": "++!++???",
    "namespace-changed": "++++++??",
}
SIGNS = {"+": (1, 0, 0), "!": (1, 1, 0), "?": (0, 0, 1)}


def rule(text: str) -> AskedRule:
    name, equals, value = text.partition("=")
    return AskedRule(name=name, value=value if equals else None)


def report(
    rules: str, *recordings: Recording, baseline: Baseline | None = None, **settings: Any
) -> Report:
    """What a gate with these rules says of recordings, one after the other."""
    return gate(rules, *recordings, **settings).report(baseline)


def gate(rules: str, *recordings: Recording, **settings: Any) -> Gate:
    judging = Gate(GateSettings(rules=tuple(map(rule, rules.split())), **settings), TODAY)
    for one in recordings:
        judging.judge(narrowed(audit(one), settings.get("retriever"), None, None))
    return judging


def counts(text: str, *recordings: Recording, **settings: Any) -> tuple[int, int, int]:
    """How often one rule was checked, failed and unknown."""
    (one,) = report(text, *recordings, **settings).rules
    return one.checked, one.failed, one.unknown


def of(*retrievals: Retrieval, **fields: Any) -> Recording:
    return recording(*retrievals, **fields)


def messages(found: Report) -> list[str]:
    return [one.message for one in found.findings]


def test_the_situations_are_one_of_each_outcome() -> None:
    for outcome, one in OF_OUTCOME.items():
        assert audit(of(one)).retrievals[0].outcome == outcome
    assert tuple(OF_OUTCOME) == OUTCOMES


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("text", EXPECTED)
def test_a_rule_comes_out_as_the_outcome_says(text: str, outcome: str) -> None:
    sign = EXPECTED[text][OUTCOMES.index(outcome)]

    assert counts(text, of(OF_OUTCOME[outcome])) == SIGNS[sign]


@pytest.mark.parametrize("name", GATE_RULES)
def test_a_rule_is_a_plain_word_with_a_sentence(name: str) -> None:
    assert fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert fullmatch(r"[A-Z].+\.", GATE_RULES[name].says)


def test_a_finding_has_the_name_of_its_rule_the_numbers_and_the_place() -> None:
    found = report("corpus-empty", of(READ, EMPTY))

    assert found.findings == (
        Finding(
            code="corpus-empty",
            level="error",
            message="corpus empty: the search of namespace south/_/corpus returned no rows (a wrong "
            "namespace, an embedder or tier filter, or really empty)",
            source="run.jsonl",
            line=2,
            step="sf-memory-read-handbook#1",
            retriever="handbook",
        ),
    )
    assert (found.verdict, found.exit_status) == ("fail", 1)
    assert found.rules[0] == RuleCount(
        rule="corpus-empty",
        checked=2,
        failed=1,
        unknown=0,
        says="A search met an empty corpus: it returned no rows.",
    )


# Counts beside a list that was left out.


@pytest.mark.parametrize(
    ("text", "considered", "admitted", "sign"),
    [
        ("corpus-empty", 7, None, "+"),
        ("corpus-empty", 7, 0, "+"),
        ("corpus-empty", None, 3, "?"),
        ("never-asked", 7, None, "+"),
        ("nothing-admitted", 7, 0, "!"),
        ("nothing-admitted", 7, 2, "+"),
        ("nothing-admitted", 7, None, "?"),
        ("nothing-admitted", None, 0, "?"),
        ("budget-admitted-nothing", 7, 2, "+"),
        ("budget-admitted-nothing", 7, 0, "?"),
        ("admitted-below=3", 7, 2, "!"),
        ("admitted-below=3", 7, 3, "+"),
        ("admitted-below=3", 7, None, "?"),
        ("admitted-below=3", 7, -1, "?"),
        ("admitted-below=3", 7, float("nan"), "?"),
        ("best-chunk-dropped", 7, 0, "?"),
    ],
)
def test_where_the_list_is_left_out_the_counts_are_asked(
    text: str, considered: int | None, admitted: float | None, sign: str
) -> None:
    one = retrieval(
        candidates=None, considered_count=considered, admitted_count=admitted, corpus_empty=None
    )

    assert counts(text, of(one)) == SIGNS[sign]


def test_a_list_counts_more_than_the_count_beside_it() -> None:
    one = retrieval(read("a"), refused(id="b"), admitted_count=5)

    assert messages(report("admitted-below=2", of(one)))[0].startswith("1 admitted, fewer than 2; ")


@pytest.mark.parametrize(("floor", "sign"), [(1, "+"), (2, "?"), (3, "!")])
def test_a_missing_verdict_may_be_either(floor: int, sign: str) -> None:
    one = retrieval(read("a"), candidate("b", admitted=None), refused(id="c"))

    assert counts(f"admitted-below={floor}", of(one)) == SIGNS[sign]


def test_what_the_strategy_admitted_and_nobody_attached_is_not_admitted() -> None:
    lost = retrieval(candidate("a"), evidence_from="event", attached=())

    assert counts("nothing-admitted", of(lost)) == SIGNS["!"]
    assert counts("admitted-below=1", of(lost)) == SIGNS["!"]


def test_fewer_than_none_is_never_admitted() -> None:
    assert counts("admitted-below=0", of(EMPTY)) == SIGNS["+"]


# The best chunk.


@pytest.mark.parametrize(
    ("candidates", "sign"),
    [
        ((read("a", score=0.9), refused("over-max-entries", "b", score=0.8)), "+"),
        ((refused("over-max-entries", "a", score=0.9), read("b", score=0.8)), "!"),
        ((refused("another-word", "a", score=0.9), read("b", score=0.8)), "!"),
        ((refused(None, "a", score=0.9), read("b", score=0.8)), "!"),
        ((refused("over-max-entries", "a", score=0.8), read("b", score=0.8)), "+"),
        ((candidate("a", score=0.9), read("b", score=0.8)), "?"),
        ((refused("over-max-entries", "a", score=0.8), candidate("b", score=0.8)), "+"),
        ((candidate("a", score=0.9, prompt_fragment=""), candidate("b", score=0.8)), "?"),
        ((refused("over-max-entries", "a", score=None), read("b", score=float("nan"))), "?"),
    ],
)
def test_the_best_chunk_is_dropped_only_where_none_of_its_score_was_read(
    candidates: tuple[Any, ...], sign: str
) -> None:
    assert counts("best-chunk-dropped", of(retrieval(*candidates))) == SIGNS[sign]


@pytest.mark.parametrize(("source", "sign"), [("commit", "+"), ("event", "?"), ("line", "?")])
def test_where_no_text_is_shown_only_a_commit_says_what_the_picker_left(
    source: str, sign: str
) -> None:
    admitted = candidate("a", score=0.9), candidate("b", score=0.8)

    assert (
        counts("best-chunk-dropped", of(retrieval(*admitted, evidence_from=source))) == SIGNS[sign]
    )


def test_the_dropped_chunk_is_named() -> None:
    one = retrieval(refused("over-max-entries", "a", score=0.9), read("b", score=0.8))

    (finding,) = report("best-chunk-dropped", of(one)).findings
    assert finding.chunk == "a"
    assert "0.9" in finding.message


# Namespaces.


def test_a_retriever_that_searches_another_namespace_than_before_has_changed_it() -> None:
    names = ["_/a", "_/a", "_/b", "_/a"]
    found = report("namespace-changed", *(of(retrieval(namespace=one)) for one in names))

    assert messages(found) == ["namespace _/b was searched, and _/a before, by the same retriever"]
    assert found.rules[0].checked == 4


def test_retrievers_have_namespaces_of_their_own() -> None:
    one = retrieval(retriever="one", namespace="_/a")
    other = retrieval(retriever="other", namespace="_/b")

    assert counts("namespace-changed", of(one, other)) == (2, 0, 0)


def test_a_namespace_that_is_set_is_held_against_the_first_one_too() -> None:
    found = report("namespace-changed", of(READ), namespaces={"handbook": "_/x"})

    assert messages(found) == ["namespace _/_/_global was searched, and _/x is set for handbook"]


def test_without_a_name_or_a_namespace_nothing_can_have_changed() -> None:
    bare = retrieval(read("a"), namespace=None)
    nameless = retrieval(read("a"), retriever=None)

    assert counts("namespace-changed", of(bare, nameless)) == (0, 0, 2)


# Whole recordings.


@pytest.mark.parametrize(
    ("run", "sign"),
    [
        (Run(complete=True), "+"),
        (Run(complete=True, dropped_events=0), "+"),
        (Run(complete=False), "!"),
        (Run(complete=True, dropped_events=2), "!"),
        (Run(dropped_events=1), "!"),
        (Run(), "?"),
        (Run(dropped_events=0), "?"),
    ],
)
def test_a_recording_is_incomplete_only_where_it_says_so(run: Run, sign: str) -> None:
    assert counts("recording-incomplete", of(READ, run=run)) == SIGNS[sign]


def test_what_is_missing_of_a_recording_is_counted() -> None:
    one = of(READ, run=Run(complete=False, dropped_events=2))

    assert messages(report("recording-incomplete", one)) == [
        "the run is recorded as not complete; 2 events were dropped"
    ]


def test_damage_is_one_finding_a_recording_at_the_first_place() -> None:
    one = of(READ, damage=(damage(line=4), damage(line=9, recovered=True)))

    (finding,) = report("recording-damaged", one).findings
    assert finding.line == 4
    assert finding.message == (
        "damaged in 2 places, 1 of them not recovered; the first: the line stops [cut-line]"
    )


def test_an_error_of_verify_is_a_finding_at_its_own_place() -> None:
    one = retrieval(read("a"), admitted_count=2, rejected_count=-1, line=7)

    found = report("record-inconsistent", of(one))
    assert {one.code for one in found.findings} == {"record-inconsistent"}
    assert any(text.startswith("[count-against-list] ") for text in messages(found))
    assert {one.line for one in found.findings} == {7}
    assert counts("record-inconsistent", of(one)) == (1, 1, 0)


@pytest.mark.parametrize("fail_on", ["error", "warning", "note"])
def test_the_record_is_judged_from_the_level_that_fails_up(fail_on: str) -> None:
    one = of(retrieval(candidate("a"), refused("later-word", "b", score=None)))
    verified = {each.level for each in audit(one).findings}

    found = report("record-inconsistent", one, fail_on=fail_on)
    wanted = {level for level in verified if is_at_least(level, fail_on)}
    assert {each.level for each in found.findings} == wanted


def test_a_record_that_holds_nothing_cannot_be_consistent() -> None:
    assert counts("record-inconsistent", of()) == SIGNS["?"]
    assert counts("record-inconsistent", of(calls=(call(),))) == SIGNS["+"]


# A chunk that has to be read.


@pytest.mark.parametrize(
    ("retrievals", "sign"),
    [
        ((retrieval(read("a")),), "+"),
        ((retrieval(refused(id="a")), retrieval(read("a"))), "+"),
        ((retrieval(refused(id="a")), retrieval(read("b"))), "!"),
        ((EMPTY,), "!"),
        ((WITHHELD,), "?"),
        ((retrieval(refused(id="a")), WITHHELD), "?"),
        ((), "?"),
    ],
)
def test_a_chunk_has_to_be_read_by_some_retrieval_of_each_recording(
    retrievals: tuple[Retrieval, ...], sign: str
) -> None:
    assert counts("chunk-not-read=a", of(*retrievals)) == SIGNS[sign]


def test_what_was_lost_of_a_recording_may_have_read_the_chunk() -> None:
    one = of(retrieval(refused(id="a")), damage=(damage(recovered=False),))

    assert counts("chunk-not-read=a", one) == SIGNS["?"]


def test_a_chunk_id_may_have_an_equals_sign() -> None:
    assert counts("chunk-not-read=a=b", of(retrieval(read("a=b")))) == SIGNS["+"]


# Nothing to judge.

OF_RETRIEVALS = list(EXPECTED)


@pytest.mark.parametrize("text", OF_RETRIEVALS)
def test_a_recording_without_a_retrieval_is_unknown_once(text: str) -> None:
    found = report(text, of(calls=(call(),)))

    assert (found.verdict, found.exit_status) == ("inconclusive", 3)
    assert found.why == (f"{text}: could not be judged once: run.jsonl: no retrieval in it",)
    assert found.rules[0].unknown == 1


@pytest.mark.parametrize("text", OF_RETRIEVALS)
def test_empty_ones_are_fine_where_that_is_allowed(text: str) -> None:
    found = report(text, of(), allow_empty=True)

    assert (found.verdict, found.exit_status, found.why) == ("pass", 0, ())


def test_a_gate_without_any_input_has_checked_nothing() -> None:
    assert report("corpus-empty").exit_status == 3
    assert report("corpus-empty").why == ("nothing was judged; --allow-empty accepts that",)
    assert report("corpus-empty", allow_empty=True).exit_status == 0


def test_a_memory_that_left_nothing_is_no_empty_recording() -> None:
    lost = Finding(
        code="memory-left-nothing", level="warning", message="it ran", source="run.jsonl"
    )
    alone, beside = of(noticed=(lost,)), of(READ, noticed=(lost,))

    assert counts("corpus-empty", alone, allow_empty=True) == (0, 0, 1)
    assert counts("retrieval-failed", beside) == (1, 0, 1)
    assert counts("corpus-empty", beside) == (1, 0, 0)


def test_an_input_of_no_known_kind_is_no_empty_recording() -> None:
    one = Recording(source="a.jsonl", format=None)

    assert report("corpus-empty", one, allow_empty=True).exit_status == 3


@pytest.mark.parametrize("name", GATE_RULES)
def test_an_input_of_no_known_kind_is_unknown_to_every_rule_and_no_recording(name: str) -> None:
    text = name if GATE_RULES[name].value is None else f"{name}=1"
    found = report(text, Recording(source="a.jsonl", format=None), allow_empty=True)

    assert (found.verdict, found.exit_status, found.searched.recordings) == ("inconclusive", 3, 0)
    assert found.rules[0].unknown == 1
    assert found.why == (
        f"{text}: could not be judged once: a.jsonl: nothing in it that could be recognised",
    )


# Verdict and status.


def test_damage_is_inconclusive_unless_something_is_found() -> None:
    lost = (damage(),)

    assert report("corpus-empty", of(READ, damage=lost)).exit_status == 3
    assert report("corpus-empty", of(EMPTY, damage=lost)).exit_status == 1
    assert report("corpus-empty", of(READ, damage=lost)).why == (
        "damaged: run.jsonl: line 3: the line stops",
    )


def test_an_unreadable_input_is_4_and_the_others_are_judged() -> None:
    gone = Recording(
        source="gone.jsonl",
        format=None,
        damage=(damage(kind="unreadable", detail="no such file", line=None),),
    )

    found = report("corpus-empty", gone, of(EMPTY))
    assert (found.verdict, found.exit_status) == ("fail", 4)
    assert found.why == ("could not be read: gone.jsonl: no such file",)
    assert found.searched.recordings == 1
    assert report("corpus-empty", gone).verdict == "inconclusive"


def test_a_level_under_the_one_that_fails_is_told_and_passes() -> None:
    found = report("corpus-empty", of(EMPTY), levels={"corpus-empty": "warning"})

    assert (found.verdict, found.exit_status) == ("pass", 0)
    assert [one.level for one in found.findings] == ["warning"]
    assert (
        report(
            "corpus-empty", of(EMPTY), levels={"corpus-empty": "warning"}, fail_on="warning"
        ).exit_status
        == 1
    )


def test_a_retriever_has_rules_of_its_own() -> None:
    strict = {"strict": (rule("admitted-below=2"),)}
    found = report(
        "corpus-empty",
        of(retrieval(read("a"), retriever="strict"), retrieval(retriever="other")),
        of_retriever=strict,
    )

    assert [(one.code, one.retriever) for one in found.findings] == [
        ("admitted-below", "strict"),
        ("corpus-empty", "other"),
    ]
    assert [(one.rule, one.checked) for one in found.rules] == [
        ("corpus-empty", 1),
        ("admitted-below=2", 1),
    ]


OWN = {"own": (rule("never-asked"),)}


@pytest.mark.parametrize("one", [READ, EMPTY])
def test_a_rule_for_all_that_judged_nothing_is_not_green(one: Retrieval) -> None:
    only_own = of(retrieval(*(one.evidence or Evidence()).candidates or (), retriever="own"))
    found = report("corpus-empty nothing-admitted", only_own, of_retriever=OWN)

    assert (found.verdict, found.exit_status) == ("inconclusive", 3)
    assert found.why == (
        (
            "corpus-empty, nothing-admitted judged nothing: every retriever in these inputs has rules "
            "of its own"
        ),
    )
    accepted = report("corpus-empty", only_own, of_retriever=OWN, allow_empty=True)
    assert (accepted.verdict, accepted.exit_status) == ("pass", 0)


def test_a_rule_for_all_is_judged_where_one_retriever_has_none_of_its_own() -> None:
    own, other = retrieval(read("a"), retriever="own"), retrieval(read("a"), retriever="other")

    assert report("corpus-empty", of(own), of(other), of_retriever=OWN).exit_status == 0


def test_who_asks_for_one_retriever_asks_for_its_own_rules() -> None:
    own = retrieval(read("a"), retriever="own")

    assert report("corpus-empty", of(own), of_retriever=OWN, retriever="own").exit_status == 0


def test_a_rule_of_a_retriever_that_is_not_there_is_a_note_and_no_verdict() -> None:
    judging = gate("corpus-empty", of(READ), of_retriever=OWN)

    assert judging.report(None).verdict == "pass"
    assert judging.notes(None) == ["retriever own is configured, and no input has it"]


def test_without_any_retrieval_the_rules_of_a_retriever_are_unknown_too() -> None:
    found = report("recording-damaged", of(), of_retriever={"strict": (rule("admitted-below=2"),)})

    assert found.exit_status == 3
    assert found.why == (
        "admitted-below=2: could not be judged once: run.jsonl: no retrieval in it",
    )


def test_only_one_retriever_can_be_looked_at() -> None:
    one, other = retrieval(read("a"), retriever="one"), retrieval(retriever="other")

    assert counts("corpus-empty", of(one, other), retriever="one") == (1, 0, 0)
    nobody = report("corpus-empty", of(one, other), retriever="nobody")
    assert nobody.why == (
        "corpus-empty: could not be judged once: run.jsonl: no retrieval of nobody in it",
    )


def test_long_lists_of_reasons_are_counted() -> None:
    (why,) = report("corpus-empty", *(of(source=f"{n}.jsonl") for n in range(9))).why

    assert why.startswith(
        "corpus-empty: could not be judged 9 times: 0.jsonl: no retrieval in it; "
    )
    assert why.endswith("; and 7 more")


def test_every_place_that_could_not_be_judged_is_kept() -> None:
    found = report("corpus-empty never-asked", *(of(WITHHELD, source=f"{n}") for n in range(9)))

    assert [(one.rule, one.source) for one in found.unjudged] == [
        (name, f"{n}") for name in ("corpus-empty", "never-asked") for n in range(9)
    ]
    assert found.unjudged[0] == Unjudged(
        rule="corpus-empty",
        source="0",
        line=2,
        step="sf-memory-read-handbook#1",
        retriever="handbook",
        why=audit(of(WITHHELD)).retrievals[0].headline,
    )


def test_a_place_names_its_step_once_or_its_line() -> None:
    lost = Finding(
        code="memory-left-nothing",
        level="warning",
        message="read#1 ran and left nothing",
        source="run.jsonl",
        step="read#1",
    )
    unnamed = retrieval(evidence=None, failure="x", retriever=None, step=None)

    assert report("corpus-empty", of(noticed=(lost,))).why == (
        "corpus-empty: could not be judged once: run.jsonl: read#1 ran and left nothing",
    )
    assert ": run.jsonl, line 2: " in report("corpus-empty", of(unnamed)).why[0]


# Ignores.


@pytest.mark.parametrize(
    ("fields", "matches"),
    [
        ({"rule": "corpus-empty"}, True),
        ({"rule": "never-asked"}, False),
        ({"retriever": "handbook"}, True),
        ({"retriever": "hand"}, False),
        ({"step": "sf-memory-read-handbook#1"}, True),
        ({"source": "*.jsonl"}, True),
        ({"source": "RUN.*"}, False),
        ({"chunk": "a"}, False),
        ({"rule": "corpus-empty", "retriever": "nobody"}, False),
    ],
)
def test_an_ignore_matches_where_all_that_it_names_does(
    fields: dict[str, Any], matches: bool
) -> None:
    judging = gate("corpus-empty", of(EMPTY), ignores=(Ignore(reason="known", **fields),))
    found = judging.report(None)

    assert [one.why for one in found.suppressed] == (["known"] if matches else [])
    assert found.exit_status == (0 if matches else 1)
    assert found.rules[0].failed == 1
    assert bool(judging.notes(None)) is not matches


@pytest.mark.parametrize(("until", "status"), [(TODAY, 0), (date(2030, 6, 14), 1), (None, 0)])
def test_an_ignore_ends_after_its_last_day(until: date | None, status: int) -> None:
    ignore = Ignore(reason="being moved", rule="corpus-empty", until=until)
    judging = gate("corpus-empty", of(EMPTY), ignores=(ignore,))

    assert judging.report(None).exit_status == status
    assert judging.notes(None) == (
        ["ignore (rule corpus-empty: being moved) ended on 2030-06-14 and is not applied"]
        if status
        else []
    )


def test_every_ignore_that_matches_is_used_and_the_first_gives_the_reason_and_the_day() -> None:
    ignores = (
        Ignore(reason="first", rule="corpus-empty", until=date(2031, 12, 31)),
        Ignore(reason="second", retriever="handbook"),
        Ignore(reason="third", retriever="nobody"),
    )
    judging = gate("corpus-empty", of(EMPTY), ignores=ignores)

    (accepted,) = judging.report(None).suppressed
    assert (accepted.why, accepted.until) == ("first", date(2031, 12, 31))
    assert judging.notes(None) == ["ignore (retriever nobody: third) matched nothing"]


def test_a_retriever_that_is_set_and_not_there_is_said() -> None:
    judging = gate("corpus-empty", of(READ), of_retriever={"nobody": (rule("never-asked"),)})

    assert judging.notes(None) == ["retriever nobody is configured, and no input has it"]


# Baselines.


def test_a_baseline_accepts_what_was_found_and_not_what_is_new() -> None:
    before = gate("corpus-empty", of(EMPTY)).baseline()

    again = report("corpus-empty", of(retrieval(namespace="x", line=99)), baseline=before)
    assert (again.verdict, len(again.suppressed)) == ("pass", 1)
    other = report("corpus-empty", of(retrieval(step="other#1")), baseline=before)
    assert (other.exit_status, other.suppressed) == (1, ())


@given(accepted=st.integers(0, 4), now=st.integers(0, 6))
def test_so_many_are_accepted_as_were_counted(accepted: int, now: int) -> None:
    before = gate("corpus-empty", of(READ, *[EMPTY] * accepted)).baseline()

    found = report("corpus-empty", of(*[READ] * 9, *[EMPTY] * now), baseline=before)
    assert len(found.findings) == max(0, now - accepted)
    assert len(found.findings) + len(found.suppressed) == now
    assert found.exit_status == (1 if now > accepted else 0)


def test_a_run_that_checks_less_than_the_baseline_is_inconclusive() -> None:
    before = gate("corpus-empty never-asked", of(READ, READ, READ)).baseline()

    found = report("corpus-empty", of(READ), baseline=before)
    assert (found.verdict, found.exit_status) == ("inconclusive", 3)
    assert found.why == (
        "corpus-empty: checked 1 now, and 3 when the baseline was written",
        "never-asked: checked 0 now, and 3 when the baseline was written",
    )


def test_another_contradiction_of_the_same_step_is_new() -> None:
    before = gate("record-inconsistent", of(retrieval(read("a"), rejected_count=3))).baseline()

    found = report("record-inconsistent", of(retrieval(read("a", score=None))), baseline=before)
    now = gate("record-inconsistent", of(retrieval(read("a", rank=5, reason="x")))).baseline()
    assert not set(now.findings) & set(before.findings)
    assert found.suppressed == ()


def test_what_a_baseline_lists_and_is_gone_is_counted() -> None:
    before = gate("corpus-empty", of(EMPTY, EMPTY)).baseline()

    assert gate("corpus-empty", of(READ, EMPTY)).notes(before) == [
        "1 finding of the baseline was not found again"
    ]


def test_what_is_ignored_is_in_no_baseline() -> None:
    ignore = Ignore(reason="known", rule="corpus-empty")

    assert gate("corpus-empty", of(EMPTY), ignores=(ignore,)).baseline().findings == {}


# Laws.

ANY = st.lists(st.sampled_from([*OF_OUTCOME.values()]), max_size=5)


@given(st.lists(ANY, max_size=4), st.sampled_from([*EXPECTED]))
def test_every_retrieval_is_checked_or_unknown(inputs: list[list[Retrieval]], text: str) -> None:
    found = report(text, *(of(*one) for one in inputs))
    (count,) = found.rules

    assert count.checked + count.unknown == sum(max(1, len(one)) for one in inputs)
    assert count.failed == len(found.findings)
    assert found.exit_status == (1 if count.failed else 3 if count.unknown or not inputs else 0)
    assert found.verdict == {0: "pass", 1: "fail", 3: "inconclusive"}[found.exit_status]
    assert bool(found.why) or found.exit_status != 3


EVERY = " ".join(name if one.value is None else f"{name}=1" for name, one in GATE_RULES.items())


@given(st.lists(odd_retrievals(), max_size=2))
def test_whatever_was_recorded_every_rule_judges_it_or_says_why_not(
    retrievals: list[Retrieval],
) -> None:
    found = report(EVERY, of(*retrievals))

    for one in found.rules:
        judged = len(retrievals) if GATE_RULES[one.rule.partition("=")[0]].of == "retrieval" else 1
        assert one.checked + one.unknown == max(1, judged)
        assert 0 <= one.failed <= one.checked
    assert {one.code for one in found.findings} <= set(GATE_RULES)
    assert all(one.message and one.source == "run.jsonl" for one in found.findings)


@pytest.mark.parametrize(
    ("one", "sign"),
    [
        (retrieval(candidate("a")), "+"),  # no text of any chunk is kept: the record's word
        (retrieval(candidate("a"), read("b")), "?"),
        (retrieval(candidate("a"), evidence_from="event"), "?"),
        (retrieval(candidate("a"), evidence_from="line"), "?"),
        (retrieval(candidate("a"), evidence_from="event", attached=("a",)), "+"),
        (retrieval(candidate("a"), evidence_from="event", attached=()), "!"),
    ],
)
def test_a_chunk_that_is_only_said_to_be_admitted_is_not_taken_for_read(
    one: Retrieval, sign: str
) -> None:
    assert counts("chunk-not-read=a", of(one)) == SIGNS[sign]


@pytest.mark.parametrize(
    ("fields", "sign"),
    [
        ({"attached": ("a", "b")}, "+"),
        ({"attached": ("a",)}, "!"),
        ({"attached": ("a",), "attached_all": False}, "?"),
        ({}, "?"),
    ],
)
def test_of_an_event_what_was_attached_counts_as_admitted(
    fields: dict[str, Any], sign: str
) -> None:
    one = retrieval(candidate("a"), candidate("b"), evidence_from="event", **fields)

    assert counts("admitted-below=2", of(one)) == SIGNS[sign]


def test_the_events_of_a_composition_are_no_empty_recording() -> None:
    told = Finding(code="composition-events", level="note", message="agents", source="a.jsonl")

    assert counts("corpus-empty", of(noticed=(told,)), allow_empty=True) == SIGNS["?"]


def test_a_baseline_of_other_rules_is_not_said_to_have_lost_its_findings() -> None:
    first = gate("nothing-admitted", of(retrieval(refused())))
    known = first.baseline()
    again = gate("nothing-admitted", of(retrieval(read())))
    other = gate("corpus-empty", of(retrieval(read())))

    assert again.notes(known) == ["1 finding of the baseline was not found again"]
    assert other.notes(known) == []
