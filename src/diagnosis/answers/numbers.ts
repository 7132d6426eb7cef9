/** Numbers as written: digits with separators, English number words, magnitudes, ordinals; one form for each value. */

const UNITS = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, value) => [word, value]),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 10 * (at + 2)]),
);
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const ORDINALS = new Map([
  ...'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
  ...'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'
    .split(' ')
    .map((word, at) => [word, 10 * (at + 2)] as const),
]);

const isSmall = (word: string): boolean => UNITS.has(word) || TENS.has(word);

/** A part of a spelled-out number, so that a hyphen beside it joins no name. */
export const isNumberWord = (word: string): boolean =>
  isSmall(word) || word === 'hundred' || SCALES.has(word) || ORDINALS.has(word);

const GROUPED = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/;

/** `1,000.50` → `1000.5`; null: no plain number. Leading zeros are kept, for they are part of a code. */
export const plainNumber = (text: string): string | null => {
  const match = GROUPED.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.replace(/\.?0+$/, '');
  return `${sign === '-' ? '-' : ''}${whole.replaceAll(',', '')}${kept}`;
};

const ordinal = (value: number): string => {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const suffix = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th');
  return `${value}${suffix}`;
};

/** Without the dust of binary fractions: 1.1 million is 1100000. */
const written = (value: number): string => String(Number(value.toPrecision(15)));

interface Reading {
  total: number;
  current: number | null;
  scale: number;
  last: 'start' | 'digits' | 'unit' | 'tens' | 'hundred' | 'scale';
}

/** Takes one more word into the number; false: the number ends before it. */
const take = (state: Reading, word: string): boolean => {
  const unit = UNITS.get(word);
  const tens = TENS.get(word);
  const scale = SCALES.get(word);
  const fresh = state.current === null;
  if (unit !== undefined) {
    if (!fresh && state.last !== 'hundred' && !(state.last === 'tens' && unit > 0 && unit < 10)) return false;
    state.current = (state.current ?? 0) + unit;
    state.last = 'unit';
  } else if (tens !== undefined) {
    if (!fresh && state.last !== 'hundred') return false;
    state.current = (state.current ?? 0) + tens;
    state.last = 'tens';
  } else if (word === 'hundred') {
    if (!fresh && ((state.current ?? 0) >= 100 || state.current === 0)) return false;
    state.current = (state.current ?? 1) * 100;
    state.last = 'hundred';
  } else if (scale !== undefined) {
    if (scale >= state.scale || (fresh && state.last !== 'start')) return false;
    state.total += (state.current ?? 1) * scale;
    state.current = null;
    state.scale = scale;
    state.last = 'scale';
  } else return false;
  return true;
};

const isMagnitude = (word: string | undefined): boolean =>
  word !== undefined && (word === 'hundred' || SCALES.has(word));

/**
 * Words and digits to one token a number: `two hundred and five` → `205`, `1.4 billion` → `1400000000`, `twenty first` →
 * `21st`. With `magnitudes: false` a magnitude behind digits is dropped (`1.4`), to notice answers that differ by it.
 */
export const joinNumbers = (tokens: readonly string[], magnitudes = true): string[] => {
  const joined: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at] ?? '';
    const rank = ORDINALS.get(first);
    const digits = plainNumber(first);
    if (rank !== undefined) {
      joined.push(ordinal(rank));
      at += 1;
      continue;
    }
    if (digits !== null && (!isMagnitude(tokens[at + 1]) || !magnitudes)) {
      joined.push(digits);
      at += 1;
      if (!magnitudes) while (isMagnitude(tokens[at])) at += 1;
      continue;
    }
    const state: Reading = { total: 0, current: null, scale: Number.POSITIVE_INFINITY, last: 'start' };
    let end = at;
    if (digits !== null) {
      state.current = Number(digits);
      state.last = 'digits';
      end += 1;
    }
    for (; end < tokens.length; end += 1) {
      const word = tokens[end] ?? '';
      const bridges = word === 'and' && (state.last === 'hundred' || state.last === 'scale');
      if (bridges && isSmall(tokens[end + 1] ?? '')) continue;
      if (!magnitudes && isMagnitude(word) && end > at) continue;
      if (!take(state, word)) break;
    }
    if (end === at) {
      joined.push(first);
      at += 1;
      continue;
    }
    const value = state.total + (state.current ?? 0);
    const next = ORDINALS.get(tokens[end] ?? '');
    if (state.last === 'tens' && next !== undefined && next < 10) {
      joined.push(ordinal(value + next));
      end += 1;
    } else joined.push(written(value));
    at = end;
  }
  return joined;
};
