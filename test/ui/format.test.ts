import { describe, expect, it } from 'vitest';
import { ago, bytes, decimal, duration, interval, percent, plural } from '../../src/ui/format';

describe('percent', () => {
  it('shows one decimal and none where it says nothing', () => {
    expect(percent(0.585)).toBe('58.5%');
    expect(percent(0.5)).toBe('50%');
    expect(percent(0)).toBe('0%');
    expect(percent(1)).toBe('100%');
    expect(percent(2 / 3, 0)).toBe('67%');
  });
  it('never rounds to a whole that is not there, nor to nothing', () => {
    expect(percent(0.9996)).toBe('>99.9%');
    expect(percent(0.0004)).toBe('<0.1%');
    expect(percent(0.996, 0)).toBe('>99%');
  });
  it('has no number where there is none', () => {
    expect(percent(null)).toBe('–');
    expect(percent(Number.NaN)).toBe('–');
  });
});

it('shows the interval in percent, and nothing without n', () => {
  expect(interval({ low: 0.516, high: 0.6504 })).toBe('[51.6, 65.0]');
  expect(interval({ low: null, high: null })).toBe('');
});

it('groups thousands and agrees in number', () => {
  expect(plural(1, 'document')).toBe('1 document');
  expect(plural(0, 'document')).toBe('0 documents');
  expect(plural(6119, 'passage')).toBe('6,119 passages');
  expect(plural(2, 'query', 'queries')).toBe('2 queries');
});

it('keeps two decimals of a mean', () => {
  expect(decimal(0.5)).toBe('0.50');
  expect(decimal(null)).toBe('–');
});

it('names bytes by the unit a person would', () => {
  expect(bytes(0)).toBe('0 B');
  expect(bytes(999)).toBe('999 B');
  expect(bytes(1500)).toBe('1.5 kB');
  expect(bytes(24_524_319)).toBe('25 MB');
  expect(bytes(999_600)).toBe('1.0 MB');
  expect(bytes(11e9)).toBe('11 GB');
});

it('says durations in words short enough for a line', () => {
  expect(duration(0.2)).toBe('< 1 s');
  expect(duration(59.6)).toBe('60 s');
  expect(duration(120)).toBe('2 min');
  expect(duration(2 * 3600)).toBe('2 h');
  expect(duration(2 * 3600 + 25 * 60)).toBe('2 h 25 min');
});

it('tells how long ago without a clock of its own', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  expect(ago('2026-03-10T11:59:40Z', now)).toBe('just now');
  expect(ago('2026-03-10T11:50:00Z', now)).toBe('10 min ago');
  expect(ago('2026-03-09T11:00:00Z', now)).toBe('yesterday');
  expect(ago('2026-03-05T12:00:00Z', now)).toBe('5 days ago');
  expect(ago('2025-12-24T12:00:00Z', now)).toBe('2025-12-24');
  // A clock that was set back must not show a negative time.
  expect(ago('2026-03-10T13:00:00Z', now)).toBe('just now');
  expect(ago('not a date', now)).toBe('–');
});
