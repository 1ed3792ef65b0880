"""One side of a comparison: the counts of its recordings, and what each question admitted."""

from msgspec import Struct, field

from footprint_cli.model.stats import Counts, Stats, counted, name_key


class Question(Struct, kw_only=True):
    """What retrievals of one retriever with one `queryHash` admitted.

    `early`: the evidence was written before the picker ruled, and is not compared with what was
    written after it. `admitted` are sets of chunk ids, each as a sorted JSON list, and `considered`
    are recorded counts, each with how often it was met. `not_known`: how often what was admitted is
    not recorded in full.
    """

    query_hash: str
    early: bool
    asked: int = 0
    admitted: Counts = field(default_factory=dict)
    considered: Counts = field(default_factory=dict)
    not_known: int = 0

    def take(self, other: "Question") -> None:
        """Add what others say of the same question."""
        self.asked += other.asked
        self.not_known += other.not_known
        for mine, theirs in ((self.admitted, other.admitted), (self.considered, other.considered)):
            for name, times in theirs.items():
                counted(mine, name, times)


class Questions(Struct, kw_only=True):
    """The questions of one retriever, by their key; `unhashed` are retrievals without a queryHash."""

    retriever: str | None
    by_key: dict[str, Question] = field(default_factory=dict)
    unhashed: int = 0

    def question(self, query_hash: str, *, early: bool) -> Question:
        """Return what is known of a question, to be counted on."""
        key = f"{'early' if early else 'final'} {query_hash}"
        found = self.by_key.get(key)
        if found is None:
            found = self.by_key[key] = Question(query_hash=query_hash, early=early)
        return found


class Side(Struct, kw_only=True):
    """One side. Sides can be added up in any order, as Stats can."""

    stats: Stats
    questions: dict[str, Questions] = field(default_factory=dict)

    def of(self, retriever: str | None) -> Questions:
        """Return the questions of a retriever, to be counted on."""
        return self.questions.setdefault(name_key(retriever), Questions(retriever=retriever))

    def take(self, other: "Side") -> None:
        """Add what other recordings say; they stay as they are."""
        self.stats.take(other.stats)
        for theirs in other.questions.values():
            mine = self.of(theirs.retriever)
            mine.unhashed += theirs.unhashed
            for one in theirs.by_key.values():
                mine.question(one.query_hash, early=one.early).take(one)
