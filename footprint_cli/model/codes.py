"""Every code that a finding may have, and every kind of damage: one table.

Codes are public words: never renamed, never reused. docs/findings.md has a page for each.
"""

from msgspec import Struct


class RuleInfo(Struct, frozen=True):
    """A code, its level or levels (`error or warning`), and in one line what it stands for."""

    code: str
    level: str
    summary: str


FINDINGS = (
    RuleInfo("count-against-list", "error", "a count differs from the list beside it"),
    RuleInfo("counts-disagree", "error", "considered is not admitted plus rejected"),
    RuleInfo("corpus-empty-with-candidates", "error", 'an "empty" corpus answered'),
    RuleInfo(
        "reason-for-a-listed-pool", "warning", "a list stands beside a reason for leaving it out"
    ),
    RuleInfo("over-k", "error or warning", "more chunks are admitted than k"),
    RuleInfo("chars-used-over-max", "error", "more characters are spent than maxChars"),
    RuleInfo("chars-used-without-max", "error", "a spend without a budget"),
    RuleInfo("max-chars-without-used", "warning", "a budget without its spend"),
    RuleInfo("rank-against-score", "error", "the order is not best score first"),
    RuleInfo("rank-repeated", "error", "two candidates have one rank"),
    RuleInfo("rank-missing", "warning", "ranks are missing, or lie beyond the list"),
    RuleInfo("score-not-a-number", "error", "a score is NaN or infinite"),
    RuleInfo("score-not-recorded", "warning", "a candidate has no score"),
    RuleInfo("score-out-of-range", "note", "a score is no cosine similarity"),
    RuleInfo("duplicate-id", "warning", "one chunk stands in the list more than once"),
    RuleInfo("id-not-text", "warning", "chunk ids are numbers"),
    RuleInfo("id-not-recorded", "warning", "a candidate has no id"),
    RuleInfo("scores-all-zero", "note", "every candidate scores 0"),
    RuleInfo("question-in-corpus", "note", "the question itself seems to stand in the corpus"),
    RuleInfo("best-not-read", "note", "the best chunk was refused, weaker ones were admitted"),
    RuleInfo("reason-against-score", "error", '"below the threshold", and it is not'),
    RuleInfo("admitted-below-threshold", "error or warning", "admitted under the threshold"),
    RuleInfo("reason-without-rule", "error", "the reason names a limit that is not recorded"),
    RuleInfo("reason-on-admitted", "error", "an admitted chunk has a reason for refusal"),
    RuleInfo("refused-without-reason", "error or warning", "a refusal has no reason"),
    RuleInfo(
        "admitted-after-budget-ended", "error or warning", "the character budget had ended before"
    ),
    RuleInfo(
        "best-in-the-middle", "note", "the best chunk is neither first nor last in the prompt"
    ),
    RuleInfo("admitted-without-fragment", "warning", "an admitted chunk shows no text"),
    RuleInfo("empty-fragment", "error", "an admitted chunk's text is empty"),
    RuleInfo("hollow-fragment", "error", "a citation reached the prompt, its passage did not"),
    RuleInfo("fragment-on-refused", "error", "a refused chunk has text or a place in the prompt"),
    RuleInfo("position-gap", "error", "prompt positions do not count from 0 without holes"),
    RuleInfo("position-repeated", "error", "two chunks stand at one prompt position"),
    RuleInfo("fragments-against-injection", "error", "the fragments are not the injected text"),
    RuleInfo(
        "prompt-lacks-fragment",
        "error",
        "an admitted chunk's text is in no prompt that the model got",
    ),
    RuleInfo("attached-against-record", "error", "events saw other chunks attached"),
    RuleInfo("attached-against-count", "error", "events saw another number attached"),
    RuleInfo("event-against-commit", "error", "the strategy's list and the final one differ"),
    RuleInfo(
        "prompt-against-event", "error", "an event tells of another system prompt than the log"
    ),
    RuleInfo("call-against-event", "error", "an event tells of another tool call than the log"),
    RuleInfo(
        "namespace-near-miss", "warning", "an empty namespace beside a similar one that answers"
    ),
    RuleInfo("namespace-shape", "note", "a namespace has not three slots"),
    RuleInfo(
        "embedders-mixed", "warning", "one namespace is searched with two embedders or dimensions"
    ),
    RuleInfo("results-differ", "note", "the same search gave other results"),
    RuleInfo("declaration-faulty", "warning", "what a tool declares of its search breaks a rule"),
    RuleInfo("list-sent-as-text", "warning", "an argument is a text that looks like a list"),
    RuleInfo("rows-over-cap", "warning", "more rows came back than the cap allows"),
    RuleInfo("rows-disagree", "warning", "a call's record tells of different numbers of rows"),
    RuleInfo("period-not-readable", "warning", "what a result says of its period cannot be read"),
    RuleInfo("coverage-differs", "warning", "the recorded coverage is not what was declared"),
    RuleInfo("unknown-reason", "warning", "a reason for refusal that is not known here"),
    RuleInfo("unknown-strategy", "note", "a strategy that is not known here"),
    RuleInfo("unknown-selection-order", "note", "a prompt order that is not known here"),
    RuleInfo("strategy-not-recorded", "note", "the record names no strategy"),
    RuleInfo("wrong-type", "error", "a value has another type than the record promises"),
    RuleInfo("field-withheld", "warning", "redaction took some fields of a record"),
    RuleInfo("withheld-in-clear", "error", "what the log withholds stands elsewhere in the file"),
    RuleInfo("calls-withheld", "warning", "redaction took tool calls"),
    RuleInfo("declarations-withheld", "warning", "redaction took what results declare"),
    RuleInfo("evidence-deleted", "warning", "a later commit deleted the evidence"),
    RuleInfo("retrieval-missing", "warning", "a configured retriever left nothing"),
    RuleInfo("memory-left-nothing", "warning", "a memory step ran and left nothing"),
    RuleInfo("failures-not-flagged", "note", "a failed call may stand as one that ran"),
    RuleInfo("composition-events", "note", "nested agents leave no retrieval events"),
    RuleInfo("nothing-recorded", "note", "there is no retrieval and no call"),
    RuleInfo("list-appended", "note", "the list goes on from an earlier retrieval's"),
    RuleInfo("idx-gap", "warning", "commits are missing or out of order"),
    RuleInfo("copied-lines", "note", "lines repeat earlier ones"),
    RuleInfo("interleaved-logs", "warning", "several logs are mixed line by line"),
    RuleInfo("unknown-verb", "warning", "a commit writes by a verb that is not known here"),
    RuleInfo("odd-commit", "warning", "a commit holds what no engine writes"),
    RuleInfo("state-against-log", "error", "the log does not fold to the recorded final state"),
    RuleInfo("events-dropped", "warning", "the recorder dropped events"),
    RuleInfo("run-incomplete", "note", "the run was recorded as not complete"),
    RuleInfo("unknown-line", "warning", "lines of a kind that is not known here"),
    RuleInfo("unknown-event", "note", "events of a type that is not known here"),
    RuleInfo("unknown-row", "note", "rows of the state of a kind that is not known here"),
    RuleInfo("not-jsonl", "note", "the file is JSON, not one record a line"),
    RuleInfo("empty-file", "error", "there is nothing in the file"),
)

# Damage that was recovered is a warning to `verify`, and any other an error.
DAMAGE = (
    RuleInfo(
        "cut-line",
        "error or warning",
        "the line stops in the middle of a record, as the last line after a crash",
    ),
    RuleInfo(
        "spliced-line",
        "warning",
        "the first part of one record and then a whole other one: two writers without a lock",
    ),
    RuleInfo(
        "lost-record", "error or warning", "the record of which a spliced line holds the first part"
    ),
    RuleInfo(
        "glued-line",
        "warning",
        "several whole records on one line, or several documents, with nothing between them",
    ),
    RuleInfo(
        "text-before-record",
        "warning",
        "other text in front of a record, such as a logger's prefix",
    ),
    RuleInfo("text-after-record", "warning", "other text behind a record"),
    RuleInfo(
        "array-line",
        "warning",
        "a line of a JSON array that is laid out over lines, in a file of one record a line",
    ),
    RuleInfo(
        "not-json",
        "error or warning",
        "not JSON at the character that is named; or NaN, Infinity or -Infinity, which are read",
    ),
    RuleInfo("duplicate-key", "warning", "an object gives one key twice; the last counts"),
    RuleInfo(
        "number-too-large", "warning", "a number that no double can hold; it is read as infinite"
    ),
    RuleInfo(
        "control-character-in-string",
        "warning",
        "a raw control character in a string, where JSON wants an escape",
    ),
    RuleInfo(
        "too-deep",
        "error or warning",
        "nested deeper than 1024 levels; of an archived recording only that part is left out",
    ),
    RuleInfo("stray-bom", "warning", "a byte order mark that is not at the start of the file"),
    RuleInfo(
        "nul-bytes",
        "error or warning",
        "NUL bytes, as a lost power supply leaves; a record on the same line is read",
    ),
    RuleInfo("bad-utf8", "error or warning", "bytes that are not UTF-8; each is read as U+FFFD"),
    RuleInfo(
        "bad-utf16",
        "warning",
        "units that are no characters in a file of UTF-16 or UTF-32; each is read as U+FFFD",
    ),
    RuleInfo(
        "cut-document", "error or warning", "a document laid out over lines stops in the middle"
    ),
    RuleInfo(
        "broken-document",
        "error or warning",
        "a document laid out over lines is not JSON at the character that is named",
    ),
    RuleInfo(
        "text-outside-document",
        "error",
        "other text before, between or after documents laid out over lines",
    ),
    RuleInfo(
        "mixed-formats",
        "error",
        "a record that belongs in a file of another kind; the first record decides what a file holds",
    ),
    RuleInfo(
        "refused-commit",
        "error",
        "a commit that cannot be folded: a field is missing or has another type, or a list would grow "
        "beyond measure",
    ),
    RuleInfo(
        "incomplete-document",
        "error",
        "an archived recording without a snapshot, or a snapshot without a commit log",
    ),
    RuleInfo("not-an-event", "error", "something in a recording's events is no event"),
    RuleInfo(
        "compressed-stream-cut",
        "error",
        "a gzip or zstd stream stops before its end; what came before is read",
    ),
    RuleInfo(
        "compressed-stream-corrupt",
        "error",
        "a gzip or zstd stream is corrupt; what came before is read",
    ),
    RuleInfo(
        "read-error", "error", "the operating system could not read on; what came before is read"
    ),
    RuleInfo(
        "unreadable",
        "error",
        "nothing of the input could be read: it is missing, forbidden, of a format with another name, "
        "or no recording",
    ),
)

CODES: dict[str, RuleInfo] = {one.code: one for one in (*FINDINGS, *DAMAGE)}
