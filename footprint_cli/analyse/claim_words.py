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
EXISTENCE = _words("find found exist exists occur occurred return returned")
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

# What may stand beside the words that are matched and adds nothing to what is claimed.
FILLERS = _words(
    "a an the this that these those there here it we i they you our their its any such is are was "
    "were be been being am has have had do does did s ve re m in on at of for from to by with "
    "within during into through across since over last past current currently now right present "
    "presently as per far still already find finds found return returned returns came come back "
    "matched matching match exist exists existed occurred occur happened happen reported report "
    "recorded record listed shown show shows known according result results query total exactly "
    "window period time range between against regarding concerning about affecting affected "
    "affect involving impacting impacted remain remains related and or plus well also too either "
    "all"
)
# What stands behind one of these says of where, when or of what: it must be known.
PREPOSITIONS = _words(
    "for of in on at from to by with within during into through across since over about regarding "
    "concerning affecting affected affect involving impacting impacted against near around as per"
)
DETERMINERS = _words("a an the this that these those our their your its my any such")
# Directly behind a subject each of these is what the sentence is about instead.
COMPOUNDS = _words("report record match result results query total window period time range")
OF_LAST = _words("last past current present recent")
# Behind a value: then it names who found nothing, not where nothing is ("the search found no").
FINDERS = _words(
    "find finds found return returns returned show shows showed turn turns turned reveal reveals "
    "revealed yield yields yielded give gives gave come comes came say says said report reports "
    "reported see sees saw detect detects detected list lists listed confirm confirms confirmed"
)
# Before a period: then it is another one of that length.
OTHER_PERIOD = _words("first initial opening final second")
JOINING = _words("and or plus also too either along")
# Between a negation and its subject each of these begins something else that is negated.
CUTTING = _words(
    "is are was were be been being am has have had do does did s ve re m in on at of for from to "
    "by with within during into through across since over as per between against regarding "
    "concerning about that it we i they you and or plus also too either affecting affected affect"
)
# "No evidence of incidents" says of the incidents what "no incidents" says.
SIGNS = _words(
    "evidence sign signs trace traces record records report reports instance instances occurrence "
    "occurrences indication indications"
)
# Between a subject and a `none` behind it; and what may follow.
BEFORE_NONE = (FILLERS - CUTTING) | _words(
    "is are was were do does did in on at for within during since over"
)
# Too common to name a value by itself: `no`, `in` and `it` are countries too.
TOO_COMMON = FILLERS | CUTTING | NONE | ALL | {NOT, PARTED}
