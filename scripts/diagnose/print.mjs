/** @param {number | null} rate */
const percent = (rate) => (rate === null ? '–' : `${(rate * 100).toFixed(1)}%`);

/**
 * What a run is of, so that no two different ones go by one name.
 * @param {Pick<import('../../src/domain/summary').SummaryRun, 'system' | 'retriever' | 'intervention' | 'ablation'>} run
 */
const nameOf = ({ system, retriever, intervention, ablation }) =>
  [system, retriever.kind, intervention, ablation].filter((part) => part !== null).join(' · ');

/** @param {string[][]} rows */
const table = (rows) => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
};

/**
 * One row a run that answered; nothing when none did.
 * @param {import('../../src/domain/summary').Summary} summary @returns {string[]}
 */
const answerLines = (summary) => {
  const rows = summary.runs.flatMap((run) => {
    const { answers } = run;
    return answers === null
      ? []
      : [
          [
            nameOf(run),
            `${percent(answers.accuracy)} (n ${answers.n}, 95% ${percent(answers.low)}–${percent(answers.high)})`,
            percent(answers.containMatch),
            percent(answers.exactMatch),
            percent(answers.f1),
            String(answers.gaveUp),
          ],
        ];
  });
  return rows.length === 0
    ? []
    : ['', table([['answers', 'accuracy', 'contain', 'exact', 'F1', 'gave up'], ...rows])];
};

/**
 * One row a run with judged answers: its wrong answers by cause; a second one where the register makes a difference.
 * @param {import('../../src/domain/summary').Summary} summary @returns {string[]}
 */
const causeLines = (summary) => {
  const rows = summary.runs.flatMap((run) => {
    const { categories, categoriesRegisterBlind } = run;
    if (categories === null || categoriesRegisterBlind === null) return [];
    /** @param {string} name @param {import('../../src/domain/summary').SummaryCategories} of */
    const row = (name, of) => [
      name,
      ...[
        of.searchDrift,
        of.unreached,
        of.reasoningError - of.falseResolution,
        of.falseResolution,
        of.gaveUp,
        of.judgeError,
        of.notInCorpus,
        of.unlabelled,
      ].map(String),
    ];
    const name = nameOf(run);
    return [
      row(name, categories),
      ...(categories.falseResolution > 0 ? [row(`${name}, register-blind`, categoriesRegisterBlind)] : []),
    ];
  });
  const heads = [
    'wrong answers by cause',
    'drift',
    'unreached',
    'reasoning',
    'false resolution',
    'gave up',
    'judge error',
    'not in corpus',
    'no labels',
  ];
  return rows.length === 0 ? [] : ['', table([heads, ...rows])];
};

/**
 * The summary as a person reads it in a terminal.
 * @param {import('../../src/domain/summary').Summary} summary
 */
export const printSummary = (summary) => {
  const { corpus, questions, goldMapping } = summary;
  const lines = [
    `Corpus: ${corpus.documents} documents, ${corpus.chunks} chunks; ${corpus.read} records read, ${corpus.kept} kept, ${corpus.rejected} rejected.`,
    `Questions: ${questions.kept} kept of ${questions.read}; ${questions.labelled} labelled, ${questions.unlabelled} unlabelled, ${questions.unanswerable} unanswerable.`,
    `Gold passages: ${goldMapping.mapped} of ${goldMapping.passages} mapped (${percent(goldMapping.coverage)}), ${goldMapping.ambiguous} ambiguous, ${goldMapping.unmapped} unmapped.`,
    '',
    table([
      ['system · retriever', 'k', 'n', 'evidence recall', 'all evidence', 'any hit', 'errors'],
      ...summary.runs.map((run) => [
        nameOf(run),
        String(run.retriever.k),
        String(run.n),
        `${percent(run.evidenceRecall.mean)} (n ${run.evidenceRecall.n})`,
        `${percent(run.allEvidence.rate)} (n ${run.allEvidence.n})`,
        `${percent(run.anyHit.rate)} (n ${run.anyHit.n})`,
        String(run.errors),
      ]),
    ]),
    '',
    ...summary.runs.map((run) => {
      const verdicts = Object.entries(run.triage).filter(([, count]) => count > 0);
      return `${nameOf(run)}: ${verdicts.map(([verdict, count]) => `${verdict} ${count}`).join(', ')}`;
    }),
    ...answerLines(summary),
    ...causeLines(summary),
    ...(summary.warnings.length > 0
      ? ['', ...summary.warnings.map((warning) => `! ${warning.message}`)]
      : []),
  ];
  return lines.join('\n');
};

/**
 * Value of a gate's metric: of the first run, which is the first system on the first retriever that was asked for;
 * accuracy: of the first run that answers.
 * @param {import('../../src/domain/summary').Summary} summary @param {string} metric
 * @returns {number | null}
 */
export const metricValue = (summary, metric) => {
  if (metric === 'coverage') return summary.goldMapping.coverage;
  if (metric === 'accuracy')
    return summary.runs.find(({ answers }) => answers !== null)?.answers?.accuracy ?? null;
  const run = summary.runs[0];
  if (run === undefined) return null;
  if (metric === 'recall') return run.evidenceRecall.mean;
  return metric === 'all-evidence' ? run.allEvidence.rate : run.anyHit.rate;
};
