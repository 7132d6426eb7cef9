import { expect, it } from 'vitest';
import { failuresOf, printed } from '../../scripts/test-report.mjs';

const report = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 0,
  testResults: [
    {
      name: '/house/test/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a holds', status: 'passed', failureMessages: [] },
        { fullName: 'a breaks', status: 'failed', failureMessages: ['expected 1\nto be 2', 'a second try'] },
      ],
    },
    { name: '/house/test/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    { name: '/house/test/c.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
};

it('names each failed test, and each file that could not be run', () => {
  expect(failuresOf(report, '/house')).toEqual([
    { file: 'test/a.test.ts', test: 'a breaks', message: 'expected 1\nto be 2' },
    { file: 'test/b.test.ts', test: '(the file itself)', message: 'No such module' },
  ]);
});

it('prints the test, and its message below', () => {
  expect(printed({ file: 'f', test: 't', message: 'one\ntwo' })).toBe('f > t\n    one\n    two');
});
