import type { Rate } from '../../domain/diagnosis';
import { html, type Markup } from './escape';

const DASH = '–';

/** `58.5%`; an en dash where it is not known. */
export const percent = (value: number | null): string =>
  value === null ? DASH : `${(100 * value).toFixed(1)}%`;

/** Rate, Wilson 95% interval and denominator: no share is printed without them. */
export const rate = ({ rate: value, low, high, n }: Rate): Markup =>
  value === null
    ? html`${DASH} <span class="dim">n 0</span>`
    : html`${percent(value)} <span class="dim">[${percent(low)}, ${percent(high)}] n ${n}</span>`;

export const meanOf = (value: number | null, n: number): Markup =>
  html`${value === null ? DASH : value.toFixed(3)} <span class="dim">n ${n}</span>`;

export const rank = (value: number | null): string => (value === null ? DASH : String(value));
