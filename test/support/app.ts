import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, requireChromium } from '../../scripts/chromium.mjs';
import { serve } from '../../scripts/serve.mjs';

export const root = resolve(import.meta.dirname, '../..');
/** HOPSCOPE_DIST: another build than `dist/`, so that tests can be written while `dist/` is in use. */
export const dist = resolve(root, process.env.HOPSCOPE_DIST ?? 'dist');

/** What the app must never do, collected over the whole life of a session. */
export interface Watch {
  /** Content-Security-Policy and Trusted Types violations. */
  violations: string[];
  /** Requests to another origin than the app's own. */
  foreign: string[];
  /** Uncaught errors and console errors. */
  errors: string[];
  /** Tasks over 50 ms on the main thread, in ms, with the time of their start. */
  longTasks: { start: number; duration: number }[];
}

export interface App {
  url: string;
  page: Page;
  browser: Browser;
  context: BrowserContext;
  watch: Watch;
  newPage(): Promise<Page>;
  /** Takes the server away; the browser stays. */
  stopServing(): Promise<void>;
  close(): Promise<void>;
}

export interface AppOptions {
  /** Served instead of the build. */
  folder?: string;
  path?: string;
  isolated?: boolean;
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  serviceWorkers?: 'allow' | 'block';
  /** Scripts that run in every page before its own, as the page itself would run them. */
  scripts?: string[];
}

/** Opens the built app (`npx vite build` first) in a fresh profile of a real Chromium. */
export const openApp = async (options: AppOptions = {}): Promise<App> => {
  const folder = options.folder ?? dist;
  if (!existsSync(resolve(folder, 'index.html')))
    throw new Error(`${folder} holds no build: run \`npx vite build\` first`);
  const server = await serve(folder, { path: options.path ?? '/', isolated: options.isolated ?? true });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    serviceWorkers: options.serviceWorkers ?? 'allow',
    acceptDownloads: true,
  });
  const watch: Watch = { violations: [], foreign: [], errors: [], longTasks: [] };
  const origin = new URL(server.url).origin;

  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin) watch.foreign.push(request.url());
  });
  await context.exposeFunction('__violation', (text: string) => watch.violations.push(text));
  await context.exposeFunction('__longTask', (start: number, duration: number) =>
    watch.longTasks.push({ start, duration }),
  );
  await context.addInitScript(() => {
    const hooks = globalThis as unknown as {
      __violation(text: string): void;
      __longTask(start: number, duration: number): void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      hooks.__violation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) hooks.__longTask(entry.startTime, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });

  for (const path of options.scripts ?? []) await context.addInitScript({ path });

  const newPage = async (): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => watch.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') watch.errors.push(message.text());
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
        watch.violations.push(message.text());
    });
    return page;
  };
  const page = await newPage();
  await page.goto(server.url);
  let serving = true;
  const stopServing = async (): Promise<void> => {
    if (serving) await server.close();
    serving = false;
  };
  return {
    url: server.url,
    page,
    browser,
    context,
    watch,
    newPage,
    stopServing,
    close: async () => {
      await browser.close();
      await stopServing();
    },
  };
};
