import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const sources = tracked.filter((path) => /^(src|workers)\/.*\.tsx?$/.test(path));
const texts = tracked.filter((path) => /\.(tsx?|mjs|cjs|py|md|json|jsonl|html|css|sh)$|^\.ci\//.test(path));

/** Lines of the files that match, as `path:line`. */
const hits = (paths: string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );

/** What runs in Node with every push. In a browser, a promise in milliseconds to the person who waits has no other form. */
const nodeTests = tracked.filter((path) =>
  /^test\/(?!e2e\/|browser\/|support\/|house\.test\.ts$).*\.tsx?$/.test(path),
);

const lineOf = (hit: string): string => {
  const at = hit.lastIndexOf(':');
  return read(hit.slice(0, at)).split('\n')[Number(hit.slice(at + 1)) - 1] ?? '';
};

describe('rules of the house that no linter knows', () => {
  it('reads a plausible number of sources', () => {
    expect(sources.length).toBeGreaterThan(30);
  });

  it('calls fetch only for an endpoint, a model file, a remote engine or the app kept offline', () => {
    const allowed = /^src\/((llm|models|retrieval\/remote|offline)\/|seam\/egress\.ts$)/;
    expect(
      hits(
        sources.filter((path) => !allowed.test(path)),
        /\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket|EventSource\(/,
      ),
    ).toEqual([]);
  });

  it('opens a chat endpoint in one place, for the length of a call', () => {
    expect(hits(sources, /allowEndpoint\(/).map((hit) => hit.replace(/:\d+$/, ''))).toEqual([
      'src/llm/exchange.ts',
    ]);
  });

  it('never renders text as HTML', () => {
    expect(
      hits(sources, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/),
    ).toEqual([]);
  });

  it('writes no element that the policy of trusted types refuses as a template', () => {
    expect(
      hits(
        sources.filter((path) => path.startsWith('src/ui/')),
        /<(script|iframe|object|embed|base|meta|link|form)(\s|>|$)/,
      ),
    ).toEqual([]);
  });

  it('has no untyped hole', () => {
    expect(hits(sources, /: any[;,)\]|= ]|as any\b|<any>|@ts-ignore|@ts-nocheck/)).toEqual([]);
  });

  it('leaves no file with more than one job (400 lines)', () => {
    expect(sources.filter((path) => read(path).split('\n').length > 400)).toEqual([]);
  });

  it('keeps each worker file thin', () => {
    const workers = sources.filter((path) => path.startsWith('workers/'));
    expect(workers.length).toBeGreaterThan(3);
    expect(workers.filter((path) => read(path).split('\n').length > 15)).toEqual([]);
    const first = (path: string): string | undefined => read(path).match(/^import .*$/m)?.[0];
    // The page's policy does not reach into a worker.
    expect(workers.filter((path) => first(path) !== "import '../src/seam/guarded';")).toEqual([]);
  });

  it('names no machine path and no registry', () => {
    const self = 'test/house.test.ts';
    const outside = [
      `${resolve(root, '..')}/`,
      ['registry', 'npmjs'].join('.'),
      ['files', 'pythonhosted'].join('.'),
    ];
    for (const needle of outside) {
      expect(texts.filter((path) => path !== self && read(path).includes(needle))).toEqual([]);
    }
    expect(read('package-lock.json')).not.toMatch(/"resolved": *"http/);
  });

  it('pins every version exactly', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('reads no clock and no memory in a test in Node, but to hand a service its `now`', () => {
    expect(nodeTests.length).toBeGreaterThan(100);
    const given = /\bnow: \(\) => performance\.now\(\)/;
    const read =
      /performance\s*\.\s*(now|measure|mark)|Date\.now|new Date\(\)|hrtime|uptime\(|cpuUsage|memoryUsage|console\.time/;
    expect(hits(nodeTests, read).filter((hit) => !lineOf(hit).match(given))).toEqual([]);
  });

  it('lets no test in Node wait for a length of time, or try again', () => {
    // `test/support/waits.ts` waits for what must happen, and gives what must not happen its turns.
    expect(
      hits(
        nodeTests,
        /setTimeout\(|setInterval\(|timers\/promises|\bsleep\(|waitFor\(|waitUntil\(|expect\s*\.poll|^\s*\.poll\(|\bretry\b *:|support\/tries/,
      ),
    ).toEqual([]);
  });

  it('gives no test in Node less time than the project does', () => {
    const limit = /^\s*\}, (\d[\d_]*)\);$|^\s*(\d+_000),$|\btimeout: *(\d[\d_]*)/;
    const milliseconds = (hit: string): number => {
      const [, after, below, option] = limit.exec(lineOf(hit)) ?? [];
      return Number((after ?? below ?? option ?? '').replaceAll('_', ''));
    };
    const own = hits(nodeTests, limit);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((hit) => milliseconds(hit) <= 60_000 && milliseconds(hit) > 0)).toEqual([]);
  });

  it('never prints that a passage is out of reach: failing to find one proves nothing', () => {
    expect(
      hits(
        sources.filter((path) => !path.endsWith('.test.ts')),
        /(['"`>])[^'"`]*\bunreachable\b/i,
      ),
    ).toEqual([]);
  });
});
