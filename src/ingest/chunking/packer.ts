/** Packs units into chunks, greedily and lazily: nothing but the chunk being built is held. */
import type { TokenCounter } from '../types';
import { CHARACTERS_PER_TOKEN, type Unit } from './units';

export interface Section {
  /** Headings above, outermost first. */
  path: string[];
  /** Tokens a chunk of this section may have. */
  budget: number;
}

export interface PackedSpan {
  start: number;
  end: number;
  path: string[];
}

export interface Packer {
  /** A section begins: what is open is closed, unless it is only headings that the new section lies under. */
  open(section: Section): Iterable<PackedSpan>;
  add(unit: Unit): Iterable<PackedSpan>;
  flush(): Iterable<PackedSpan>;
}

export const createPacker = (text: string, overlap: number, count: TokenCounter): Packer => {
  let section: Section = { path: [], budget: 1 };
  let units: Unit[] = [];
  let tokens = 0;
  /** How many units at the front were in the last chunk already. */
  let repeated = 0;

  /** Whether `units[from..to]` make one chunk; `sum` are their tokens added up. */
  const fitsFrom = (from: number, to: number, sum: number): boolean => {
    const start = units[from]?.start ?? 0;
    const end = units[to]?.end ?? 0;
    if (sum > section.budget || end - start > section.budget * CHARACTERS_PER_TOKEN) return false;
    // Counts of parts need not add up in every tokenizer: what is built is counted once more as a whole.
    return from === to || count(text.slice(start, end)) <= section.budget;
  };

  const take = (): PackedSpan => {
    let to = 0;
    let sum = units[0]?.tokens ?? 0;
    while (to + 1 < units.length && sum + (units[to + 1]?.tokens ?? 0) <= section.budget) {
      to += 1;
      sum += units[to]?.tokens ?? 0;
    }
    while (to > 0 && !fitsFrom(0, to, sum)) {
      sum -= units[to]?.tokens ?? 0;
      to -= 1;
    }
    const span = { start: units[0]?.start ?? 0, end: units[to]?.end ?? 0, path: section.path };
    // Sentences repeated in the next chunk: they must leave room for its first new unit.
    let next = to + 1;
    let kept = 0;
    for (let back = 0; back < overlap && next < units.length; back++) {
      const candidate = units[next - 1];
      const fresh = units[to + 1]?.tokens ?? 0;
      if (candidate === undefined || !candidate.sentence || next - 1 === 0) break;
      if (!fitsFrom(next - 1, to + 1, kept + candidate.tokens + fresh)) break;
      next -= 1;
      kept += candidate.tokens;
    }
    repeated = to + 1 - next;
    units = units.slice(next);
    tokens = units.reduce((total, unit) => total + unit.tokens, 0);
    return span;
  };

  const flush = function* (): Generator<PackedSpan> {
    while (units.length > repeated) yield take();
    units = [];
    tokens = 0;
    repeated = 0;
  };

  const liesUnder = (inner: Section): boolean =>
    section.path.every((name, index) => inner.path[index] === name);
  const samePath = (other: Section): boolean => liesUnder(other) && section.path.length === other.path.length;

  return {
    *open(next) {
      if (samePath(next)) {
        section = next;
        return;
      }
      const onlyHeadings = units.length > 0 && units.every((unit) => unit.block.kind === 'heading');
      if (!(onlyHeadings && liesUnder(next))) yield* flush();
      section = next;
    },
    *add(unit) {
      units.push(unit);
      tokens += unit.tokens;
      const length = unit.end - (units[0]?.start ?? unit.start);
      // One unit may be over the budget (a single code point): it goes out alone.
      while (
        units.length > 1 &&
        (tokens > section.budget || length > section.budget * CHARACTERS_PER_TOKEN)
      ) {
        yield take();
        if (units.length <= repeated) break;
      }
    },
    flush,
  };
};
