"""The English words by which a claim is told apart: closed lists, one for each thing they say.

A list that is too long costs an answer; one that is too short lets a sentence pass that says
something else: in doubt a word is listed.
"""


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Read phrases that commas part."""
    return tuple(tuple(one.split()) for one in text.split(","))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NONE = frozenset({"no", "none", "nothing", "zero", "0"})
NOT = "not"
PARTED = "t"  # what an apostrophe leaves of "not": weren't is `weren`, `t`
THERE_BE = _words("are is was were aren isn wasn weren")
# What a `not` has to negate to say that there is nothing.
EXISTENCE = _words("find found exist exists occur occurred return returned detect detected")
ALL = _words("all only every each both entire whole complete just")

_TO_TWELVE = "one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {word: at for at, word in enumerate(_TO_TWELVE.split(), 1)}
# Directly before a number: then it is not how many there are.
INEXACT = _words(
    "about around over under above below nearly almost roughly circa approximately approx first "
    "last past top latest these another next every to of or"
)
TIMES = _words(
    "s sec secs second seconds min mins minute minutes h hr hrs hour hours d day days w week "
    "weeks weekend month months quarter quarters y year years am pm today tonight morning "
    "afternoon evening night midnight noon"
)

# Each makes a claim one that is not judged; the key is the reason that is told.
OTHER = {
    "idiom": _phrases(
        "no doubt,no longer,no matter,no problem,no problems,no need,no idea,no one,no more,no less,"
        "no way,no wonder,no sooner,no question,no good,no use,no point,no reason,no choice,no chance,"
        "no sense,no clue,nobody,no such thing,not only,not just,not all,not every,not each,not both,"
        "not one,nothing but,all but,none other,one another,each other,number one,no later"
    ),
    "exception": _phrases(
        "except,excepting,exception,exceptions,besides,other,others,otherwise,but,apart,aside,"
        "excluding,excluded,exclude,excludes,barring,save for,minus,unless,beyond,outside,instead,"
        "rather,unlike,unrelated,further,additional,another,else,remaining,rest"
    ),
    "comparison": _phrases(
        "more,fewer,less,than,most,least,greater,higher,lower,increase,increased,increasing,decrease,"
        "decreased,decreasing,compared,versus,vs,double,twice,same,similar,equal,equally,exceed,"
        "exceeds,exceeded,up to,as many,as few,nearly,almost,roughly,approximately,approx,maximum,"
        "minimum,average"
    ),
    "condition": _phrases(
        "if,whether,when,whenever,while,where,assuming,provided,suppose,supposing,depending,depends,"
        "in case"
    ),
    "two-statements": _phrases(
        "nor,neither,because,so,therefore,hence,although,though,however,despite,whereas,yet"
    ),
    "widening": _phrases(
        "anywhere,everywhere,elsewhere,nowhere,including,includes,include,included,inclusive,"
        "especially,particularly,notably,such as,e.g,like,even,ever,never,always,overall,generally,etc,"
        "between,ranging,throughout"
    ),
    "another-period": _phrases(
        "ago,older,earlier,prior,previously,previous,preceding,later,longer,next,future,upcoming,"
        "yesterday,tomorrow,before,after,until,till,once,then"
    ),
    "modality": _phrases(
        "may,might,could,can,cannot,should,would,will,shall,must,ought,couldn,wouldn,shouldn,mustn,"
        "mightn,needn,won,ll,expect,expected,want,hope,please,let"
    ),
    "denied": _phrases(
        "false,untrue,wrong,incorrect,doubt,doubtful,deny,denied,denies,unlikely,hardly,barely,"
        "scarcely,rarely,seldom,fails to,failed to,fail to,unclear,unknown,unsure,uncertain,unable,"
        "impossible,non,isnt,arent,wasnt,werent,dont,doesnt,didnt,cant,hasnt,havent"
    ),
    "implied-negation": _phrases(
        "without,absent,absence,lack,lacks,lacking,free,empty,missing,missed,miss,overlooked,skipped,"
        "omitted,ignored,hidden,clear"
    ),
}
# What a `not` negates a few tokens on, so that it says nothing of what is there.
NOT_CHECKED = _phrases(
    "check,checked,checking,verify,verified,verifying,confirm,confirmed,tell,see,seen,find out,found "
    "out,search,searched,searching,access,accessed,look,looked,looking,know,known,determine,"
    "determined,say,query,queried,inspect,inspected,examine,examined,cover,covered,investigate,"
    "investigated,sure,certain"
)

# How a sentence that passes is put together; whatever is in none of these lists keeps it from passing.
BE = _words("is are was were be been being s")
HAVE = _words("has have had ve")
DO = _words("do does did")
PRONOUNS = _words("i we it")
SEARCHES = _words(
    "search searches query queries result results tool call lookup"
)  # "the search found"
THAT = _words("that which")
DETERMINERS = _words("a an the this these our your my its")
# "All services" and "across services" are more than those that are named.
PREPOSITIONS = _words(
    "for of in on at from to with within across about against regarding concerning affecting involving "
    "impacting affect affects affected impact impacts impacted involve involves involved"
)
OF_TIME = _words("for of in on at from within during since over")
# "Incidents of 2h", "open for 2h" and "over 2h" say how long: before "last" they do not.
OF_LENGTH = _words("for of at from over")
RECENT = _words("last past current present recent")
TIME_NOUNS = _words("window period time range timeframe interval")
JOINING = _words("and or")
ADVERBS = frozenset(
    _phrases("currently,now,right now,presently,at present,at the moment,as of now")
)
# Without a period that is named each of these may speak of all time.
SWEEPING = frozenset(_phrases("at all,as of now"))
SOURCES = frozenset(_phrases("according to,based on,per,as per"))
FINDERS = _words(
    "find finds found return returns returned show shows showed detect detects detected turn turned "
    "turns list lists listed reveal reveals revealed yield yields yielded identify identified locate "
    "located"
)
# What is said of a subject that is there, or is not.
FOUND = _words(
    "found returned detected identified located present there listed shown reported recorded"
)
EXISTING = _words("exist exists existed occur occurs occurred happen happens happened")
# What is not listed, shown, reported or recorded may have come back all the same.
TOLD = _words("listed shown reported recorded")
# "No evidence of incidents" says of the incidents what "no incidents" says.
SIGNS = _words(
    "evidence sign signs trace traces record records report reports instance instances occurrence "
    "occurrences indication indications"
)
# Before a subject each of these takes a part of it.
ADJECTIVES = _words(
    "major minor critical severe serious significant urgent important new recent active ongoing "
    "unresolved outstanding unacknowledged actual real visible notable relevant matching "
    "corresponding present current reported recorded documented detected identified single "
    "high-severity high-priority low-severity low-priority customer-facing production"
)
COUNTING = _words("only just exactly total")  # before a number
OF_ALL = _words("the all")  # "the 3 open ones are of checkout" says that there are no others at all
COUNTED = _words("number count total")  # "the number of incidents is 0"
NOTHING = _words("none zero 0")  # behind its subject
# Too common to name a value by itself: `no`, `in` and `it` are countries too.
TOO_COMMON = (
    BE | HAVE | DO | PRONOUNS | THAT | DETERMINERS | PREPOSITIONS | OF_TIME | RECENT | JOINING | FINDERS
    | FOUND | EXISTING | NONE | ALL | TIME_NOUNS
    | _words(
        "by those there here they you their any such am t m re into through as per far still already now "
        "right currently presently come came back match matched matching known according query total "
        "exactly between related remain remains plus well also too either not"
    )
)  # fmt: skip
# All words that a sentence that passes may have beside those of the search.
KNOWN = (
    NONE | BE | HAVE | DO | PRONOUNS | SEARCHES | THAT | DETERMINERS | PREPOSITIONS | OF_TIME | RECENT
    | TIME_NOUNS | JOINING | FINDERS | FOUND | EXISTING | SIGNS | ADJECTIVES | COUNTING | OF_ALL | COUNTED
    | THERE_BE | {NOT, PARTED, "any", "there", "related"}
    | {word for each in ADVERBS | SWEEPING | SOURCES for word in each}
)  # fmt: skip
