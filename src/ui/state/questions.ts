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

/** Replaces the set; gold is mapped again. Old runs keep their traces; their verdicts follow the new labels. */
export const saveQuestions = async (next: Question[]): Promise<Outcome<GoldMapping[]>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  const outcome = await ingest.ask((api) => api.saveQuestions(id, next));
  if (!outcome.ok) return outcome;
  await diagnosis.tell((api) => api.forget(id));
  await refreshMeta();
  await loadQuestions();
  return ok(outcome.value.mappings);
};
