import { type Hop, placeholders } from '../domain/question';
import { AGENT_LOOPS } from '../domain/seam';
import { answerAtEnd, readWhole } from './chain-end';
import { EXTRACTS, readOver } from './reading';
import { rephrasings } from './reformulate';
import type { Change } from './register/proposal';
import { activeItem, openItems, reduce, startRegister } from './register/reduce';
import { fillShorthand, fillSubQuestion, inDependencyOrder } from './sub-questions';
import { type Episode, type System, topK } from './system';

const itemOf = (hop: Hop): string => `r${hop.id}`;

interface Asking {
  /** The sub-question, bridge answers filled in. */
  asked: string;
  /** Queries that are left: the sub-question, then the same in other words. */
  left: string[];
  /** Chunks that the judge has seen for it. */
  seen: number;
}

/** One question: its register, what is known and retrieved, and how each open item can still be asked. */
const createState = (episode: Episode) => {
  const { question, k } = episode;
  const hops = inDependencyOrder(question);
  const known = new Map<number, string>();
  const retrieved = new Set<string>();
  const askings = new Map<number, Asking>();
  let register = startRegister(hops.map((hop) => ({ id: itemOf(hop), text: hop.question })));

  const record = (delta: typeof register, violations: ReturnType<typeof reduce>['violations']): void =>
    episode.register({
      delta,
      violations,
      active: activeItem(register)?.id ?? null,
      open: openItems(register).length,
      // Nobody is told of it, so it costs no tokens.
      tokens: { delta: 0, full: 0 },
    });
  record(register, []);

  /** Null: a bridge answer is not known yet. Fixed once all are. */
  const askingOf = (hop: Hop): Asking | null => {
    const before = askings.get(hop.id);
    if (before !== undefined) return before;
    const answerOf = (id: number): string | undefined => known.get(id);
    const { query, unresolved } = fillSubQuestion(question, hop, answerOf);
    if (unresolved.length > 0) return null;
    const entities = [...new Set(placeholders(hop.question).flatMap((id) => known.get(id) ?? []))];
    const asking = {
      asked: query,
      left: [query, ...rephrasings(query, fillShorthand(hop, answerOf), entities)],
      seen: 0,
    };
    askings.set(hop.id, asking);
    return asking;
  };

  return {
    known,
    retrieved,
    openCount: () => openItems(register).length,
    /** Open items that can be judged on more than they were: a search for one can bring the passage of another. */
    unseen(): Hop[] {
      const ids = new Set(openItems(register).map(({ id }) => id));
      return hops.filter(
        (hop) => ids.has(itemOf(hop)) && (askingOf(hop)?.seen ?? retrieved.size) < retrieved.size,
      );
    },
    /** The active item while it can be asked in words that are left, else the first open one that can. */
    next(): Hop | null {
      const active = activeItem(register)?.id;
      const ids = new Set(openItems(register).map(({ id }) => id));
      const able = hops.filter((hop) => ids.has(itemOf(hop)) && (askingOf(hop)?.left.length ?? 0) > 0);
      return able.find((hop) => itemOf(hop) === active) ?? able[0] ?? null;
    },
    apply(changes: Change[]): void {
      const { state, delta, violations } = reduce(register, { changes }, retrieved);
      register = state;
      record(delta, violations);
    },
    activate(hop: Hop): void {
      const active = activeItem(register)?.id;
      if (active === undefined || active === itemOf(hop)) return;
      this.apply([
        { id: active, status: 'pending' },
        { id: itemOf(hop), status: 'active' },
      ]);
    },
    /** One search for the item, in the next words that are left. */
    async search(hop: Hop): Promise<void> {
      const query = askingOf(hop)?.left.shift() ?? hop.question;
      const found = await episode.search({ query, purpose: 'sub-question', hop: hop.id });
      for (const chunk of topK(found, k)) retrieved.add(chunk);
    },
    /** What the item is asked as, for the judge and the reader; from now on they have seen all that was retrieved. */
    toJudge(hop: Hop): string {
      const asking = askingOf(hop);
      if (asking !== null) asking.seen = retrieved.size;
      return asking?.asked ?? hop.question;
    },
  };
};

/** Resolves the item when the judge finds its fact in what was retrieved and the reader reads an answer there. */
const tryToResolve = async (
  episode: Episode,
  state: ReturnType<typeof createState>,
  hop: Hop,
): Promise<void> => {
  const { retrieved, known } = state;
  if (retrieved.size === 0) return;
  const asked = state.toJudge(hop);
  const judged = await episode.judge({
    hop: hop.id,
    item: itemOf(hop),
    asked,
    chunks: [...retrieved],
    use: { present: 'resolved', absent: 'not-resolved', undecided: 'not-resolved' },
  });
  if (judged.use !== 'resolved') return;
  const { read, text } = await readOver(episode, asked, hop.id, retrieved);
  if (text === null) return;
  known.set(hop.id, text);
  const support = [judged.chunk, read?.spans[0]?.chunk].flatMap((chunk) => chunk ?? []);
  state.apply([{ id: itemOf(hop), status: 'resolved', note: text, support }]);
};

/** The register's controller without a language model: what it may count as known, the classifier decides. */
export const readerRegister: System = {
  id: 'reader-register',
  label: 'Read with register',
  description: `The labelled sub-questions, never their answers, as a register: a sub-question counts as answered only when the classifier finds its fact in what was retrieved; until then it is asked again in other words. It abstains when the loop budget or the words run out. ${EXTRACTS}`,
  needs: 'sub-questions',
  classifier: 'reader',
  interventions: false,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: false,
  searches: (_, loops) => loops,
  async run(episode) {
    const { question, loops } = episode;
    if (question.hops.length === 0) {
      episode.note('No sub-questions are labelled, so the whole question was asked and read once.');
      await readWhole(episode);
      return;
    }
    const state = createState(episode);
    for (let used = 0; state.openCount() > 0; ) {
      const hop = state.next();
      if (hop === null) {
        const before = state.openCount();
        for (const other of state.unseen()) await tryToResolve(episode, state, other);
        if (state.openCount() < before) continue;
        episode.note('What is open was asked in all the words there are, so the question is not answered.');
        episode.answer(null);
        return;
      }
      if (used >= loops) {
        episode.limit('loops', used, loops);
        episode.answer(null, true);
        return;
      }
      state.activate(hop);
      await state.search(hop);
      used++;
      await tryToResolve(episode, state, hop);
    }
    await answerAtEnd(episode, state.known, state.retrieved);
  },
};
