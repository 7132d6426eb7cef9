/**
 * Plain-text tables for a terminal or a log.
 * @typedef {import('./types').BenchReport} BenchReport
 * @typedef {import('./types').Check} Check
 */

/** @param {number} value */
const figure = (value) => {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
};

/** @param {string[][]} rows */
const table = (rows) => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  /** @param {string[]} row */
  const line = (row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return rows.map(line).join('\n');
};

/** @param {Check} check */
const kept = ({ value, relation, budget }) => (relation === '<=' ? value <= budget : value >= budget);

/** @param {{ machine: string, versions: string, corpus: string }} about */
export const printHeader = ({ machine, versions, corpus }) => {
  console.log(`machine   ${machine}\nversions  ${versions}\ncorpus    ${corpus}`);
};

/** @param {{ title: string, report: BenchReport }} result */
export const printCase = ({ title, report }) => {
  const rows = report.measurements.map((m) => [
    m.quantity,
    m.subject,
    m.size === null ? '' : m.size.toLocaleString('en'),
    `${figure(m.median)} ${m.unit}`,
    `${figure(m.low)}–${figure(m.high)}`,
    `${m.n}`,
  ]);
  console.log(`\n${title}`);
  if (rows.length > 0)
    console.log(table([['quantity', 'subject', 'passages', 'median', 'p10–p90', 'n'], ...rows]));
  for (const note of report.notes) console.log(`· ${note}`);
};

/**
 * @param {{ report: BenchReport }[]} results
 * @returns {boolean} true when every budget is kept
 */
export const printVerdict = (results) => {
  const checks = results.flatMap(({ report }) => report.checks);
  console.log('\nbudgets');
  console.log(
    table([
      ['quantity', 'verdict', 'measured', 'budget'],
      ...checks.map((check) => [
        check.quantity,
        kept(check) ? 'kept' : 'BROKEN',
        figure(check.value),
        `${check.relation === '<=' ? '≤' : '≥'} ${check.budget}`,
      ]),
    ]),
  );
  return checks.every(kept);
};
