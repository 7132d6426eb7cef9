import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Gzipped JavaScript that a first visit loads before it can be used (design budget). */
const BUDGET_KB = 150;

const dist = join(import.meta.dirname, '../dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');

/**
 * Every script of the page and what those scripts import at load time; `import()` is not followed.
 * @param {string} file @param {Set<string>} seen
 */
const collect = (file, seen) => {
  if (seen.has(file)) return;
  seen.add(file);
  const source = readFileSync(join(dist, file), 'utf8');
  for (const match of source.matchAll(
    /(?:^|[;}\n])\s*(?:import|export)\s*(?:[^'"()]*?from\s*)?["']\.\/([^"']+\.js)["']/g,
  )) {
    collect(`assets/${match[1]}`, seen);
  }
};

const seen = new Set();
for (const match of html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\.\/([^"]+\.js)"/g))
  collect(match[1] ?? '', seen);

let total = 0;
for (const file of [...seen].sort()) {
  const size = gzipSync(readFileSync(join(dist, file))).length;
  total += size;
  console.log(`${(size / 1024).toFixed(1).padStart(8)} KB gz  ${file}`);
}
const kilobytes = total / 1024;
console.log(`${kilobytes.toFixed(1).padStart(8)} KB gz  first load, budget ${BUDGET_KB} KB`);
if (seen.size === 0) throw new Error('no script found in dist/index.html: the budget measured nothing');
if (kilobytes > BUDGET_KB) process.exit(1);
