"""The rules that a declaration is held to, by code: search notes, section 3.

Codes are public words: never renamed, never reused. docs/declarations.md has the same table.
"""

from footprint_cli.model.codes import RuleInfo

SEARCH_RULES: dict[str, RuleInfo] = {
    one.code: one
    for one in (
        RuleInfo("V01", "error or warning", "a key that a search does not have, or no object"),
        RuleInfo("V02", "error", "source or subject does not say what it is"),
        RuleInfo("V03", "error", "words are missing: a claim is matched to nothing else"),
        RuleInfo("V04", "error", "a phrase has no word left to match"),
        RuleInfo("V05", "warning", "a phrase, or a list of phrases, is longer than it should be"),
        RuleInfo(
            "V06", "error", "arguments are no list of entries with a name each, and each once"
        ),
        RuleInfo("V07", "error", "an argument that the input schema does not have"),
        RuleInfo("V08", "error", "a property of the input schema has no role"),
        RuleInfo("V09", "error", "a role that does not exist"),
        RuleInfo("V10", "error", "words on an argument that is neither filter nor source"),
        RuleInfo(
            "V11", "error", "words of values are no lists by value, or name two values at once"
        ),
        RuleInfo("V12", "warning", "words for a value that the argument does not accept"),
        RuleInfo("V13", "error", "whenOmitted is neither a value, nor values, nor {any: true}"),
        RuleInfo("V14", "error", "whenOmitted is a value that the argument does not accept"),
        RuleInfo("V15", "warning", "whenOmitted on an argument that is required"),
        RuleInfo(
            "V16", "error", "the role period and the period of the tool name different arguments"
        ),
        RuleInfo("V17", "error", "two arguments replace the source"),
        RuleInfo("V18", "warning", "a cap that counts no rows"),
        RuleInfo(
            "V19", "error", "a fixed qualifier without a name or a value, twice, or an argument"
        ),
        RuleInfo("V20", "error", "a gap that does not say what, why, or on which facet it bears"),
        RuleInfo("V21", "error", "a cap that is neither a number of rows nor unknown"),
        RuleInfo("V22", "error", "byCredential is something else than true"),
        RuleInfo("V23", "error", "complete or ranking with another word, or both at once"),
        RuleInfo("V24", "warning", "complete beside an unknown cap never holds"),
        RuleInfo("V25", "warning", "one phrase is used for two things"),
        RuleInfo("V26", "warning", "the library fills in another value than whenOmitted"),
    )
}
