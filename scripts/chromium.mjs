import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Flags that keep a test browser quiet: no sandbox as root, no background traffic, no first-run pages. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Browsers that Playwright has downloaded earlier. */
const playwrightBrowsers = () => {
  const root = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => name.startsWith('chromium'))
    .flatMap((name) =>
      ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-linux/headless_shell'].map((path) =>
        join(root, name, path),
      ),
    );
};

const onPath = () => {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  return NAMES.flatMap((name) => {
    const found = spawnSync(finder, [name], { encoding: 'utf8' });
    return found.status === 0 ? [found.stdout.split('\n')[0]?.trim() ?? ''] : [];
  });
};

/**
 * Path of a Chrome or Chromium on this machine, or null. `CHROME_PATH` wins.
 * @returns {string | null}
 */
export const findChromium = () =>
  [process.env.CHROME_PATH ?? '', ...onPath(), ...PLACES, ...playwrightBrowsers()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null;

/**
 * Installs Chromium where this can be done without asking anyone: Debian's package as root, else Playwright's build.
 * @param {(line: string) => void} say
 */
const install = (say) => {
  const root = process.getuid?.() === 0;
  if (root && spawnSync('apt-get', ['--version']).status === 0) {
    say('No Chrome or Chromium found: installing the Debian package "chromium"…');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (findChromium() !== null) return;
  }
  say('No Chrome or Chromium found: asking Playwright for one…');
  try {
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, '../node_modules/playwright-core/cli.js'), 'install', 'chromium'],
      {
        stdio: 'ignore',
        timeout: 300_000,
      },
    );
  } catch {
    // Reported below by the caller: the message there says what a person can do.
  }
};

/**
 * Path of a Chrome or Chromium, installed if need be.
 * @param {(line: string) => void} [say]
 * @returns {string}
 * @throws {Error} with what to install, when there is none and none could be installed
 */
export const requireChromium = (say = (line) => console.error(line)) => {
  const found = findChromium();
  if (found !== null) return found;
  install(say);
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Error(
    'This needs Chrome or Chromium and could not install one. Install it (Debian/Ubuntu: apt-get install chromium; ' +
      'macOS: brew install --cask chromium; or from your browser vendor), or set CHROME_PATH to its executable.',
  );
};
