/** Every part that the page loads on demand is loaded soon after the start, so that a cut network takes none away. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ui = resolve(import.meta.dirname, '../../src/ui');
const PARTS = join(ui, 'shell/parts.ts');

/** What a file imports on demand: a module by its place, a package by its name. */
const demanded = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(ui, resolve(dirname(path), name)) : name,
  );

it('knows every import on demand of the interface', () => {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const all = new Set(files.flatMap((path) => demanded(join(ui, path))));
  expect(all.size).toBeGreaterThan(10);
  expect([...all].sort()).toEqual([...new Set(demanded(PARTS))].sort());
});
