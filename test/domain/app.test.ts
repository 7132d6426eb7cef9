import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { APP } from '../../src/domain/app';

it('the version in summaries and traces is that of the package', () => {
  const stated: unknown = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  expect(stated).toMatchObject({ name: APP.name, version: APP.version });
});
