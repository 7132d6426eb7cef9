/**
 * The register of the false-resolution story. What the model says is scripted here; what becomes of it is decided by the
 * app's own reducer, rule for rule as in a run.
 */
import type { Question } from '../domain/question';
import type { SearchResult } from '../domain/seam';
import type { QuestionEvent, Requirement } from '../domain/trace';
import type { Proposal } from '../systems/register/proposal';
import { openItems, type Reduced, reduce, startRegister } from '../systems/register/reduce';
import { factPresent, RULES } from '../systems/register/rules';
import { answered, searched, wholeQuestion } from './events';

/** A passage that names a guild, and what the scripted model makes of it if it takes that guild for the father's. */
export interface Taken {
  chunk: string;
  guild: string;
  motto: string;
  mottoChunk: string;
}

export const FALSE_RESOLUTION = {
  question: 'q29',
  requirements: [
    { id: 'r1', text: 'Who designed the Winter Garden of Brandlow?' },
    { id: 'r2', text: 'Of which guild did the father of Ilse Maren hold the freedom?' },
    { id: 'r3', text: 'What is the motto of that guild?' },
  ],
  architect: 'winter-garden#0',
  /** The second search: her guild, or the shop over which she was born. */
  queries: ['guild of Ilse Maren', 'Maren’s shop in Brandlow, freedom of a guild'],
  taken: [
    {
      chunk: 'ilse-maren#0',
      guild: 'the Glaziers’ Guild',
      motto: 'Let it through',
      mottoChunk: 'glaziers-guild#0',
    },
    {
      chunk: 'dorrit-maren#0',
      guild: 'the Lampwrights’ Guild',
      motto: 'Trim it twice',
      mottoChunk: 'lampwrights-guild#0',
    },
  ],
} as const satisfies {
  question: string;
  requirements: { id: string; text: string }[];
  architect: string;
  queries: string[];
  taken: Taken[];
};

export const mottoQuery = ({ guild }: Taken): string => `motto of ${guild}`;

export interface RegisterPlay {
  /** The whole-question search, the second one, and that for the motto. */
  seed: SearchResult;
  second: { query: string; result: SearchResult };
  third: SearchResult;
  taken: Taken;
  k: number;
  /** Null: nothing is checked. Else the classifier's word on r2 and the passage given for it. */
  check: { judge: string; threshold: number; probability: number | null } | null;
}

export interface Played {
  events: QuestionEvent[];
  register: readonly Requirement[];
  /** What the reducer did not apply, in its own words. */
  refused: string[];
}

const percent = (probability: number): string => `${Math.floor(probability * 100)}%`;

/** Plays the script; the register is written by the reducer alone. */
export const playRegister = (question: Question, play: RegisterPlay): Played => {
  const { requirements, architect } = FALSE_RESOLUTION;
  const events: QuestionEvent[] = [];
  const retrieved = new Set<string>();
  const refused: string[] = [];
  let register: Requirement[] = startRegister(requirements);
  let step = 0;

  const search = (query: string, { hits }: SearchResult, whole: boolean): void => {
    step += 1;
    const asked = whole ? wholeQuestion(question) : { query, purpose: 'agent' as const, hop: null };
    events.push(searched(question, asked, hits, step));
    for (const { chunk, rank } of hits) if (rank <= play.k) retrieved.add(chunk);
  };
  const record = ({ state, delta, violations }: Reduced): void => {
    step += 1;
    register = state;
    refused.push(...violations.map(({ message }) => message));
    events.push({
      event: 'register',
      question: question.id,
      step,
      delta,
      violations,
      active: state.find(({ status }) => status === 'active')?.id ?? null,
      open: openItems(state).length,
      tokens: { delta: 0, full: 0 },
    });
  };
  const propose = (proposal: Proposal, because: ReadonlyMap<string, string> = new Map()): void =>
    record(reduce(register, proposal, retrieved, [...RULES, factPresent(because)]));
  const resolve = (
    id: string,
    note: string,
    support: string,
    because?: ReadonlyMap<string, string>,
  ): boolean => {
    propose({ changes: [{ id, status: 'resolved', note, support: [support] }] }, because);
    return register.find((item) => item.id === id)?.status === 'resolved';
  };
  /** The classifier has its say on r2, as in the agent with a checked register. */
  const checked = (): ReadonlyMap<string, string> => {
    const { check, taken } = play;
    const [, second] = requirements;
    if (check === null) return new Map();
    step += 1;
    const present = check.probability !== null && check.probability >= check.threshold;
    events.push({
      event: 'judge',
      question: question.id,
      step,
      hop: null,
      item: second.id,
      judge: check.judge,
      threshold: check.threshold,
      asked: second.text,
      state: check.probability === null ? 'inconclusive' : 'scored',
      probability: check.probability,
      chunk: taken.chunk,
      use: present ? 'resolved' : 'not-resolved',
    });
    if (present) return new Map();
    const why =
      check.probability === null
        ? 'The classifier could not decide whether its support states the fact, so it stays open.'
        : `Its support does not state the fact: the classifier gives it ${percent(check.probability)}, and ${percent(check.threshold)} is needed.`;
    return new Map([[second.id, why]]);
  };

  search('', play.seed, true);
  record({ state: register, delta: register, violations: [] });
  resolve('r1', 'Ilse Maren', architect);
  search(play.second.query, play.second.result, false);
  const found = resolve('r2', play.taken.guild, play.taken.chunk, checked());
  if (found) {
    search(mottoQuery(play.taken), play.third, false);
    resolve('r3', play.taken.motto, play.taken.mottoChunk);
  }
  step += 1;
  if (openItems(register).length > 0) {
    // The script has no other idea: its searches run out, and it says so.
    events.push({ event: 'limit', question: question.id, step, limit: 'loops', used: 15, of: 15 });
    events.push(answered(question, 'I could not establish it.', step + 1, { abstained: true, forced: true }));
  } else events.push(answered(question, play.taken.motto, step));
  return { events, register, refused };
};
