import { relative } from 'node:path';

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: FileResult[] }} Report
 * @typedef {{ file: string, test: string, message: string }} Failure
 */

/** So much of a message says what was wrong; the whole of it stands further up in the output. */
const MESSAGE_LINES = 12;

/** @param {string | undefined} text */
const head = (text) => (text ?? '').split('\n').slice(0, MESSAGE_LINES).join('\n').trim();

/**
 * Each failed test of a run, and each file that could not be run at all, with the first lines of its message.
 * A log is often kept only by its end, so these are printed there again.
 * @param {Report} report what Vitest's JSON reporter wrote
 * @param {string} root files are named from here
 * @returns {Failure[]}
 */
export const failuresOf = (report, root) =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => ({ file, test: result.fullName, message: head(result.failureMessages?.[0]) }));
    return failed.length > 0 || status !== 'failed'
      ? failed
      : [{ file, test: '(the file itself)', message: head(message) }];
  });

/** @param {Failure} failure */
export const printed = ({ file, test, message }) => `${file} > ${test}\n${message.replace(/^/gm, '    ')}`;
