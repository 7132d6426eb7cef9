import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_ARGS, requireChromium } from './chromium.mjs';
import { serveForCache } from './diagnose/cache-port.mjs';
import { nameFiles } from './diagnose/files.mjs';
import { BadInput, Failed, readKey, readOptions, USAGE } from './diagnose/options.mjs';
import { metricValue, printSummary } from './diagnose/print.mjs';
import { serve } from './serve.mjs';

/**
 * The whole job without a person: drives the same built app in a local Chrome or Chromium, so that what a pipeline
 * measures is what a person would see.
 */
const root = join(import.meta.dirname, '..');
/** HOPSCOPE_DIST: another build than `dist/`, as for the end-to-end tests. */
const dist = resolve(root, process.env.HOPSCOPE_DIST ?? 'dist');
/** Large files leave the page in slices: one message of hundreds of megabytes would fail. */
const SLICE = 4 * 1024 * 1024;
const LOG_EVERY_MS = 10_000;
/** What the files or options are at fault for; the usage is said with it. */
const BAD_INPUT = ['bad-input', 'not-found', 'newer-version'];

/** Of the chat endpoint; goes to the page's run worker alone. */
const key = readKey(process.env);
// What is started from here, the browser above all, has no use for it.
delete process.env.HOPSCOPE_API_KEY;

/** Nothing that is said should hold the key; this makes sure. @param {string} line */
const say = (line) => process.stderr.write(`${key === '' ? line : line.replaceAll(key, '[key]')}\n`);

/** A terminal gets one line that moves; a log gets a line every ten seconds. */
const progressPrinter = () => {
  let last = 0;
  return (/** @type {string} */ line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}`);
    else if (Date.now() - last > LOG_EVERY_MS) {
      last = Date.now();
      say(line);
    }
  };
};

/** Which text leaves this machine. @param {ReturnType<typeof readOptions>} options */
const sentWords = ({ asks, judgeAnswers }) =>
  [
    ...(asks ? ['Questions, and passages that are found for them,'] : []),
    ...(judgeAnswers ? [asks ? 'answers and gold answers' : 'Questions, answers and gold answers'] : []),
  ].join(' and ');

/** @param {ReturnType<typeof readOptions>} options */
const diagnose = async (options) => {
  const files = options.demo ? [] : await nameFiles(options.corpus, options.questions, options.runs);
  if (!existsSync(join(dist, 'index.html'))) {
    say('Building Hopscope…');
    await build({ root, logLevel: 'warn', build: { outDir: dist } });
  }
  const profile = options.cache ?? (await mkdtemp(join(tmpdir(), 'hopscope-')));
  const server =
    options.cache === null
      ? await serve(dist)
      : await serveForCache(options.cache, (port) => serve(dist, { port }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(say),
    args: CHROMIUM_ARGS,
    serviceWorkers: 'block',
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('pageerror', (error) => say(String(error)));
    await page.exposeFunction('hopscopeProgress', progressPrinter());
    await page.goto(`${server.url}#/headless`);
    await page.waitForFunction(() => 'hopscopeHeadless' in globalThis);
    await page.setInputFiles(
      '#headless-files',
      files.map((file) => file.disk),
    );
    if (options.model !== null)
      say(
        `${sentWords(options)} go to ${new URL(options.model.baseUrl).origin}, model ${options.model.model}.`,
      );
    const outcome = await page.evaluate(({ spec, key }) => globalThis.hopscopeHeadless.run(spec, key), {
      spec: {
        demo: options.demo,
        files: files.map(({ path, role }) => ({ path, role })),
        retrievers: options.retrievers,
        systems: options.systems,
        judge: options.judge,
        judgeAnswers: options.judgeAnswers,
        ablations: options.ablations,
        k: options.k,
        chunking: options.chunking,
        chunks: options.chunks,
        model: options.model,
        loops: options.loops,
        agent: options.agent,
      },
      key: options.model === null ? '' : key,
    });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
    if (!outcome.ok) {
      const { code, message, detail } = outcome.error;
      if (BAD_INPUT.includes(code)) throw new BadInput(message);
      throw new Failed(detail === undefined ? message : `${message}\n${detail}`);
    }
    for (const notice of outcome.value.notices) say(`· ${notice}`);
    if (options.out !== null) await write(page, options.out, outcome.value.files);
    return outcome.value.summary;
  } finally {
    await context.close();
    await server.close();
    if (options.cache === null) await rm(profile, { recursive: true, force: true });
  }
};

/** @param {import('playwright-core').Page} page @param {string} out @param {{ name: string, length: number }[]} files */
const write = async (page, out, files) => {
  await mkdir(out, { recursive: true });
  for (const { name, length } of files) {
    const handle = await open(join(out, name), 'w');
    for (let start = 0; start < length; ) {
      const part = await page.evaluate(
        ({ name, start, most }) => globalThis.hopscopeHeadless.slice(name, start, most),
        { name, start, most: SLICE },
      );
      await handle.write(part.text);
      start = part.next;
    }
    await handle.close();
  }
  say(`Written to ${out}: ${files.map((file) => file.name).join(', ')}`);
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
  } else {
    const summary = await diagnose(options);
    console.log(printSummary(summary));
    for (const { metric, least } of options.gates) {
      const value = metricValue(summary, metric);
      const met = value !== null && value >= least;
      console.log(
        `${met ? 'met' : 'NOT MET'}: ${metric} ${value === null ? 'is not known' : value.toFixed(4)}, at least ${least} asked`,
      );
      if (!met) process.exitCode = 1;
    }
  }
} catch (error) {
  if (error instanceof BadInput) {
    say(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    // A gate that was not met has 1: what broke off must not look like it.
    say(error instanceof Failed ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 3;
  }
}
