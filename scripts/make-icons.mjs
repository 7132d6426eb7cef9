import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, requireChromium } from './chromium.mjs';

/**
 * Draws `public/icons/*.png` from `public/icon.svg`, for systems that take no SVG when the app is installed. Run after
 * the drawing was changed: `node scripts/make-icons.mjs`.
 */
const root = join(import.meta.dirname, '..');
const svg = readFileSync(join(root, 'public/icon.svg'), 'utf8');
mkdirSync(join(root, 'public/icons'), { recursive: true });

/** `round`: the system cuts the corners itself, and may cut up to a tenth of each side away. */
const ICONS = [
  { name: 'icon-192', size: 192, round: false },
  { name: 'icon-512', size: 512, round: false },
  { name: 'maskable-512', size: 512, round: true },
  { name: 'apple-touch-180', size: 180, round: true },
];

const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
for (const { name, size, round } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = round ? Math.round(size * 0.8) : size;
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${round ? '#1c1e22' : 'transparent'}}svg{width:${inner}px;height:${inner}px}</style>${svg}`,
  );
  await page.screenshot({ path: join(root, `public/icons/${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
