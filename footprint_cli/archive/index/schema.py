"""The tables of an index, and the views that give them plain columns: docs/index-schema.md."""

APPLICATION_ID = 0x46505254  # FPRT
SCHEMA_VERSION = 3
TABLES = (
    "sources",
    "recordings",
    "retrievals",
    "candidates",
    "calls",
    "coverage_gaps",
    "findings",
)
# Where the rows of one source stand, and what counts them; those of its retrievals are found by these.
OF_SOURCE = {
    "t_recording": "recording",
    "t_retrieval": "number",
    "t_call": "call",
    "t_gap": "call",
    "t_finding": "finding",
}
OF_RETRIEVAL = ("t_candidate", "t_detail", "t_attached")

# Columns without a type keep a number as it was recorded: 3 is no 3.0.
_PACKED = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE d_text (text INTEGER PRIMARY KEY, value NOT NULL UNIQUE);
CREATE TABLE d_chunk (
  chunk INTEGER PRIMARY KEY, id, document INTEGER, page, heading INTEGER, alike INTEGER
);
CREATE TABLE d_setting (
  setting INTEGER PRIMARY KEY, retriever, strategy, k, threshold, max_chars, embedder, dimensions,
  selection_order, namespace
);
CREATE TABLE d_ruling (
  ruling INTEGER PRIMARY KEY, admitted, read, answer TEXT NOT NULL, limit_refused, refused_by, reason,
  fault, ranked INTEGER NOT NULL, first INTEGER NOT NULL, unnamed TEXT NOT NULL,
  unnamed_document TEXT NOT NULL
);
CREATE TABLE t_source (
  source INTEGER PRIMARY KEY, path NOT NULL UNIQUE, size, mtime_ns, hash, format, recordings, retrievals,
  calls, lines, damage, status, state, indexed_at, version, start, passed, logs
);
CREATE INDEX source_by_status ON t_source (status, state);
CREATE TABLE t_recording (
  source INTEGER, recording INTEGER, format, run_id, session_id, started_ms, day, complete,
  dropped_events, commits, damage, status, failure, run_ids,
  PRIMARY KEY (source, recording)
) WITHOUT ROWID;
CREATE TABLE t_retrieval (
  source INTEGER, retrieval INTEGER PRIMARY KEY, number INTEGER, recording INTEGER, run_id,
  setting INTEGER, step, line, evidence_from, outcome, headline, chars_used, query_hash, considered,
  admitted, rejected, complete, omitted_reason, corpus_empty, listed, listed_admitted, listed_read,
  best, unnamed, unnamed_document, withheld, withheld_detail, failure, injected_chars, other, as_ruled
);
CREATE UNIQUE INDEX retrieval_of_source ON t_retrieval (source, number);
CREATE TABLE t_candidate (
  retrieval INTEGER, place INTEGER, chunk INTEGER, ruling INTEGER, score,
  PRIMARY KEY (retrieval, place)
) WITHOUT ROWID;
CREATE TABLE t_detail (
  retrieval INTEGER, place INTEGER, rank, prompt_position, prompt_chars, prompt_bytes, other,
  PRIMARY KEY (retrieval, place)
) WITHOUT ROWID;
CREATE TABLE t_attached (
  retrieval INTEGER, place INTEGER, id INTEGER, PRIMARY KEY (retrieval, place)
) WITHOUT ROWID;
CREATE INDEX attached_by_id ON t_attached (id);
CREATE TABLE t_call (
  source INTEGER, call INTEGER, recording INTEGER, run_id, tool, call_id, step, line, iteration,
  outcome, arguments, declared, coverage, because, searched, population, period, filters, cap,
  cap_reached, completeness, rows, reading, gaps, clean,
  PRIMARY KEY (source, call)
) WITHOUT ROWID;
CREATE TABLE t_gap (
  source INTEGER, call INTEGER, gap INTEGER, kind, bears, argument, what, why, closes,
  PRIMARY KEY (source, call, gap)
) WITHOUT ROWID;
CREATE TABLE t_finding (
  source INTEGER, finding INTEGER, recording INTEGER, retrieval INTEGER, kind, code, level, message,
  line, step, retriever, chunk, tool,
  PRIMARY KEY (source, finding)
) WITHOUT ROWID;
CREATE TABLE t_total (
  what TEXT, one INTEGER, other INTEGER, count INTEGER NOT NULL, PRIMARY KEY (what, one, other)
) WITHOUT ROWID;
"""

# They are made when the rows are in: in a large archive their pages would be written over and over.
INDEXES = {
    "chunk_by_id": "d_chunk (id)",
    "chunk_by_document": "d_chunk (document) WHERE document IS NOT NULL",
    "chunk_by_looks": "d_chunk (alike)",
    "finding_by_retrieval": "t_finding (source, retrieval) WHERE retrieval IS NOT NULL",
    "candidate_by_chunk": "t_candidate (chunk, ruling)",
    "retrieval_by_answer": "t_retrieval (unnamed)",
    "retrieval_by_document_answer": "t_retrieval (unnamed_document)",
}

# A score of few digits stands as a whole number (index_values.packed_score).
_POWERS = " ".join(f"WHEN {power} THEN 1e{power}" for power in range(15))
SCORE = (
    "CASE WHEN typeof(c.score) <> 'integer' THEN c.score WHEN c.score & 15 = 15 THEN c.score >> 4"
    f" ELSE (c.score >> 4) / CASE c.score & 15 {_POWERS} END END"
)
# What the view `candidates` shows, with numbers in place of what rows share with many: their chunk (but for
# its id, which they are sorted by) and their ruling. The rank is that of a row that is not in its place.
POSTINGS = f"""
SELECT s.path AS source, t.recording, t.number AS retrieval, c.place, r.day, d.retriever, k.id AS chunk,
  {SCORE} AS score, e.rank, e.prompt_position, e.prompt_chars, e.prompt_bytes, e.other,
  c.chunk AS of_chunk, c.ruling AS of_ruling
  FROM t_retrieval t JOIN t_source s USING (source) JOIN t_recording r USING (source, recording)
  JOIN d_setting d USING (setting) CROSS JOIN t_candidate c ON c.retrieval = t.retrieval
  LEFT JOIN t_detail e ON e.retrieval = c.retrieval AND e.place = c.place
  JOIN d_chunk k ON k.chunk = c.chunk
"""
_VIEWS = f"""
CREATE VIEW sources AS SELECT path AS source, size, mtime_ns, hash, format, recordings, retrievals,
  calls, lines, damage, status, state, indexed_at, version FROM t_source;
CREATE VIEW recordings AS SELECT s.path AS source, r.recording, r.format, r.run_id, r.session_id,
  r.started_ms, r.day, r.complete, r.dropped_events, r.commits, r.damage, r.status, r.failure
  FROM t_recording r JOIN t_source s USING (source) WHERE r.format IS NOT NULL;
CREATE VIEW retrievals AS SELECT s.path AS source, t.recording, t.number AS retrieval, r.day, t.run_id,
  d.retriever, x1.value AS step, t.line, x2.value AS evidence_from, x3.value AS outcome, t.headline,
  d.strategy, d.k, d.threshold, d.max_chars, t.chars_used, d.embedder, d.dimensions, d.selection_order,
  d.namespace, t.query_hash, t.considered, t.admitted, t.rejected, t.complete, t.omitted_reason,
  t.corpus_empty, t.listed, t.listed_admitted, t.listed_read, t.best, x4.value AS unnamed,
  x5.value AS unnamed_document, t.withheld, t.failure, t.injected_chars, t.other
  FROM t_retrieval t JOIN t_source s USING (source) JOIN t_recording r USING (source, recording)
  JOIN d_setting d USING (setting) LEFT JOIN d_text x1 ON x1.text = t.step
  LEFT JOIN d_text x2 ON x2.text = t.evidence_from LEFT JOIN d_text x3 ON x3.text = t.outcome
  LEFT JOIN d_text x4 ON x4.text = t.unnamed LEFT JOIN d_text x5 ON x5.text = t.unnamed_document;
CREATE VIEW candidates AS SELECT s.path AS source, t.recording, t.number AS retrieval, c.place, r.day,
  d.retriever, k.id AS chunk, x1.value AS document, k.page, x2.value AS heading, {SCORE} AS score,
  CASE g.ranked WHEN 1 THEN c.place + 1 ELSE e.rank END AS rank,
  g.admitted, g.read, g.answer, g.limit_refused, g.refused_by, g.reason, e.prompt_position,
  e.prompt_chars, e.prompt_bytes, g.first, e.other
  FROM t_candidate c LEFT JOIN t_detail e USING (retrieval, place)
  JOIN d_chunk k USING (chunk) JOIN d_ruling g USING (ruling)
  JOIN t_retrieval t ON t.retrieval = c.retrieval JOIN t_source s USING (source)
  JOIN t_recording r USING (source, recording) JOIN d_setting d USING (setting)
  LEFT JOIN d_text x1 ON x1.text = k.document LEFT JOIN d_text x2 ON x2.text = k.heading;
CREATE VIEW calls AS SELECT s.path AS source, c.recording, c.call, r.day, c.run_id, x1.value AS tool,
  c.call_id, x2.value AS step, c.line, c.iteration, c.outcome, c.arguments, c.declared, c.coverage,
  x3.value AS because, x4.value AS searched, x5.value AS population, x6.value AS period,
  x7.value AS filters, c.cap, c.cap_reached, c.completeness, c.rows, c.reading, c.gaps, c.clean
  FROM t_call c JOIN t_source s USING (source) JOIN t_recording r USING (source, recording)
  LEFT JOIN d_text x1 ON x1.text = c.tool LEFT JOIN d_text x2 ON x2.text = c.step
  LEFT JOIN d_text x3 ON x3.text = c.because LEFT JOIN d_text x4 ON x4.text = c.searched
  LEFT JOIN d_text x5 ON x5.text = c.population LEFT JOIN d_text x6 ON x6.text = c.period
  LEFT JOIN d_text x7 ON x7.text = c.filters;
CREATE VIEW coverage_gaps AS SELECT s.path AS source, c.recording, g.call, g.gap, r.day,
  x1.value AS tool, x2.value AS kind, x3.value AS bears, x4.value AS argument, x5.value AS what,
  x6.value AS why, x7.value AS closes
  FROM t_gap g JOIN t_source s USING (source) JOIN t_call c USING (source, call)
  JOIN t_recording r USING (source, recording) LEFT JOIN d_text x1 ON x1.text = c.tool
  LEFT JOIN d_text x2 ON x2.text = g.kind LEFT JOIN d_text x3 ON x3.text = g.bears
  LEFT JOIN d_text x4 ON x4.text = g.argument LEFT JOIN d_text x5 ON x5.text = g.what
  LEFT JOIN d_text x6 ON x6.text = g.why LEFT JOIN d_text x7 ON x7.text = g.closes;
CREATE VIEW findings AS SELECT s.path AS source, f.recording, f.finding, f.retrieval, r.day,
  x1.value AS kind, x2.value AS code, x3.value AS level, f.message, f.line, x4.value AS step,
  x5.value AS retriever, f.chunk, x6.value AS tool
  FROM t_finding f JOIN t_source s USING (source) JOIN t_recording r USING (source, recording)
  LEFT JOIN d_text x1 ON x1.text = f.kind LEFT JOIN d_text x2 ON x2.text = f.code
  LEFT JOIN d_text x3 ON x3.text = f.level LEFT JOIN d_text x4 ON x4.text = f.step
  LEFT JOIN d_text x5 ON x5.text = f.retriever LEFT JOIN d_text x6 ON x6.text = f.tool;
"""

SCHEMA = f"""
{_PACKED}
{_VIEWS}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""
