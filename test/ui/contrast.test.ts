import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2: relative luminance and contrast ratio of two sRGB colours. */
const luminance = (hex: string): number => {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
};
const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const css = readFileSync(resolve(import.meta.dirname, '../../src/ui/theme.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map((match) => [
    match[1] as string,
    { light: match[2] as string, dark: match[3] as string },
  ]),
);
const token = (name: string, theme: 'light' | 'dark'): string => {
  const found = tokens.get(name);
  if (found === undefined) throw new Error(`theme.css has no token --${name}`);
  return found[theme];
};
const tones = [...tokens.keys()].filter((name) => tokens.has(`${name}-bg`));

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  it('is computed as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('finds a tone for every kind of the interface', () => {
    expect(tones).toHaveLength(13);
  });

  it.each(['ink', 'ink-2', 'ink-3'])('%s is readable on every ground', (ink) => {
    for (const ground of ['paper', 'panel', 'line-2']) {
      expect(contrast(token(ink, theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(tones)('%s is readable on its chip, on panels and on rows under the pointer', (tone) => {
    for (const ground of [`${tone}-bg`, 'paper', 'panel', 'line-2']) {
      expect(contrast(token(tone, theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keeps text readable on marks, filled buttons and filled accents', () => {
    expect(contrast(token('ink', theme), token('mark', theme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('paper', theme), token('ink', theme))).toBeGreaterThanOrEqual(4.5);
    for (const tone of tones.filter((name) => name !== 'absent')) {
      expect(contrast(token('on-solid', theme), token(tone, theme)), tone).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('gives controls and focus 3 : 1 against what they stand on', () => {
    for (const ground of ['paper', 'panel']) {
      expect(contrast(token('edge', theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(3);
      expect(contrast(token('focus', theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(3);
    }
  });
});
