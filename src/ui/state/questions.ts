/** The question set of the open workspace, read once per version of it, and saved as a whole. */
import { createSignal } from 'solid-js';
import type { GoldMapping } from '../../domain/mapping';
import { fail, type Outcome, ok } from '../../domain/outcome';
import type { Question } from '../../domain/question';
import { refreshMeta, workspace } from './session';
import { stored } from './store';
import { diagnosis, ingest } from './workers';

const [questions, setQuestions] = createSignal<Question[] | null>(null);

/** Null: not read yet; call `loadQuestions` first. */
export { questions };

let loaded: { key: string; outcome: Promise<Outcome<Question[]>> } | null = null;

const keyOf = (): string | null => {
  const meta = workspace();
  return meta === null ? null : `${meta.id} ${meta.questions?.hash ?? ''}`;
};

/** Reads the question set unless this version of it has been read. */
export const loadQuestions = async (): Promise<Outcome<Question[]>> => {
  const id = workspace()?.id;
  const key = keyOf();
  if (id === undefined || key === null) return fail('not-found', 'No workspace is open.');
  if (loaded?.key !== key) {
    setQuestions(null);
    const outcome =
      workspace()?.questions === null
        ? Promise.resolve(ok<Question[]>([]))
        : stored((store) => store.readQuestions(id));
    loaded = { key, outcome };
    void outcome.then((result) => {
      if (loaded?.key !== key) return;
      if (result.ok) setQuestions(result.value);
      else loaded = null;
    });
  }
  return loaded.outcome;
};

/** A set that was just stored is known without reading it back; a list that vanishes for a moment loses the focus in it. */
const keep = (id: string, hash: string, set: Question[]): void => {
  if (workspace()?.id !== id) return;
  loaded = { key: `${id} ${hash}`, outcome: Promise.resolve(ok(set)) };
  setQuestions(set);
};

const save = async (id: string, next: Question[]): Promise<Outcome<GoldMapping[]>> => {
  const outcome = await ingest.ask((api) => api.saveQuestions(id, next));
  if (!outcome.ok) return outcome;
  await diagnosis.tell((api) => api.forget(id));
  keep(id, outcome.value.meta.questions?.hash ?? '', next);
  if (workspace()?.id === id) await refreshMeta();
  return ok(outcome.value.mappings);
};

const readSet = (id: string): Promise<Outcome<Question[]>> =>
  workspace()?.id === id ? loadQuestions() : stored((store) => store.readQuestions(id));

let turn: Promise<unknown> = Promise.resolve();

/**
 * Changes the set of the workspace that is open now, also when it is left meanwhile; gold that changed is mapped again.
 * One change after another, each of what the one before has left, so that two marks in quick succession are both kept.
 * Old runs keep their traces; their verdicts follow the new labels.
 */
export const changeQuestions = async (
  change: (all: Question[]) => Question[],
): Promise<Outcome<GoldMapping[]>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  const mine = turn.then(async () => {
    const before = await readSet(id);
    return before.ok ? save(id, change(before.value)) : before;
  });
  turn = mine.catch(() => {});
  return mine;
};

/** Changes one question; one that is not (any more) in the set stays out of it. */
export const changeQuestion = (
  id: string,
  change: (question: Question) => Question,
): Promise<Outcome<GoldMapping[]>> =>
  changeQuestions((all) => all.map((question) => (question.id === id ? change(question) : question)));
