/**
 * How values of a view are written in the address. Pure: an unreadable value gives the default, since an old or
 * hand-made link must not break a screen; a value equal to its default is left out.
 */
export interface Codec<T> {
  /** Null or anything unreadable gives the default: an old or hand-made link must not break a screen. */
  parse(text: string | null): T;
  /** Null: leave it out. */
  format(value: T): string | null;
}

export const text = (fallback = ''): Codec<string> => ({
  parse: (value) => value ?? fallback,
  format: (value) => (value === fallback ? null : value),
});

export const optional: Codec<string | null> = {
  parse: (value) => (value === null || value === '' ? null : value),
  format: (value) => value,
};

/** What somebody typed, which may be nothing at all; null: nobody has. A sign in front, since an empty value is left out. */
export const typed: Codec<string | null> = {
  parse: (value) => (value?.startsWith('=') === true ? value.slice(1) : null),
  format: (value) => (value === null ? null : `=${value}`),
};

export const integer = (min: number, max: number, fallback: number): Codec<number> => ({
  parse: (value) => {
    if (value === null || !/^-?\d{1,9}$/.test(value)) return fallback;
    return Math.min(max, Math.max(min, Number(value)));
  },
  format: (value) => (value === fallback ? null : String(value)),
});

/** A number above zero, or null where none is given. */
export const amount: Codec<number | null> = {
  parse: (value) => {
    const read = value === null || !/^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? 0 : Number(value);
    return read > 0 ? read : null;
  },
  format: (value) => (value === null ? null : String(value)),
};

export const flag: Codec<boolean> = {
  parse: (value) => value === '1',
  format: (value) => (value ? '1' : null),
};

export const oneOf = <T extends string>(values: readonly T[], fallback: T): Codec<T> => ({
  parse: (value) => values.find((known) => known === value) ?? fallback,
  format: (value) => (value === fallback ? null : value),
});

/** A set of known words, comma-separated, in the order of `values`; empty means no restriction. */
export const someOf = <T extends string>(values: readonly T[]): Codec<T[]> => ({
  parse: (value) => {
    const words = new Set((value ?? '').split(','));
    return values.filter((known) => words.has(known));
  },
  format: (value) => (value.length === 0 ? null : values.filter((known) => value.includes(known)).join(',')),
});

export type Shape = Record<string, Codec<unknown>>;
export type ViewOf<S extends Shape> = { readonly [K in keyof S]: S[K] extends Codec<infer T> ? T : never };

/** The whole view of a query string. */
export const parseView = <S extends Shape>(shape: S, search: string): ViewOf<S> => {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(shape).map(([key, codec]) => [key, codec.parse(params.get(key))]),
  ) as ViewOf<S>;
};

/** The query string of a partial view, for links: `?run=…&k=3`, or empty. */
export const formatView = <S extends Shape>(shape: S, view: Partial<ViewOf<S>>): string => {
  const params = new URLSearchParams();
  for (const [key, codec] of Object.entries(shape)) {
    if (!(key in view)) continue;
    const value = codec.format(view[key as keyof S]);
    if (value !== null) params.set(key, value);
  }
  const out = params.toString();
  return out === '' ? '' : `?${out}`;
};
