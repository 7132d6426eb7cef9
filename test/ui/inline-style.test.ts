import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ui = resolve(import.meta.dirname, '../../src/ui');
const files = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

/**
 * Solid bakes constant styles into its templates as style attributes, which the page's content policy refuses.
 * Values that change go through the CSSOM, which it allows.
 */
const CONSTANT = /^(?:'[^']*'|"[^"]*"|-?[\d.]+|`[^`$]*`)$/;

const constants = (source: string): string[] => [
  ...[...source.matchAll(/style="[^"]*"/g)].map(([whole]) => whole),
  ...[...source.matchAll(/style=\{\{([\s\S]*?)\}\}/g)].flatMap(([, body]) =>
    (body ?? '').split(/,\s*(?=['\w-]+\s*:)/).filter((entry) =>
      CONSTANT.test(
        entry
          .slice(entry.indexOf(':') + 1)
          .replace(/,\s*$/, '')
          .trim(),
      ),
    ),
  ),
];

it('recognises a constant style', () => {
  expect(constants("<i style={{ color: 'red', width: `$" + '{x}px` }} />')).toEqual([" color: 'red'"]);
  expect(constants('<i style="color:red" />')).toHaveLength(1);
  expect(constants('<i style={{ width: size() }} />')).toEqual([]);
});

it('has no constant inline style on any screen', () => {
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) expect(constants(readFileSync(resolve(ui, file), 'utf8')), file).toEqual([]);
});
