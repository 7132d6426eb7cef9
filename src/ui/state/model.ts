/**
 * Choosing the chat model. The key goes from its field to the run worker and is kept there alone; this browser keeps
 * the rest of the choice, so that a model without a key is set again by itself.
 */
import type { ChatConfig, Connection } from '../../domain/chat-config';
import { type Outcome, ok } from '../../domain/outcome';
import type { ModelState } from '../../domain/seam';
import { originOf, readStoredChat, type StoredChat } from './chat-choice';
import { modelSet, noteModel } from './model-set';
import { preferences, setPreferences } from './preferences';
import { run } from './workers';

/** The choice that this browser keeps; null: none was made, or none that can be read. */
export const keptChat = (): StoredChat | null => readStoredChat(preferences().chat);

const note = (state: ModelState | null): void => {
  const origin = state === null ? null : originOf(state.config);
  noteModel(state === null || origin === null ? null : { state, origin });
};

/** Hands the model to the run worker. `key` is not kept here, whatever becomes of the call. */
export const setModel = async (config: ChatConfig, key: string): Promise<Outcome<ModelState>> => {
  const outcome = await run.ask((api) => api.setModel(config, key));
  if (outcome.ok) {
    note(outcome.value);
    const { config: kept, keyGiven } = outcome.value;
    setPreferences({ chat: { config: kept, keyGiven } satisfies StoredChat });
  }
  return outcome;
};

export const testModel = (config: ChatConfig, key: string): Promise<Outcome<Connection>> =>
  run.ask((api) => api.testModel(config, key));

/** The worker forgets model and key. Without a key there is nothing else to forget than the choice itself. */
export const forgetModel = async (): Promise<Outcome<void>> => {
  const keyGiven = modelSet()?.state.keyGiven ?? true;
  const outcome = await run.ask((api) => api.forgetModel());
  if (outcome.ok) {
    noteModel(null);
    if (!keyGiven) setPreferences({ chat: null });
  }
  return outcome;
};

const find = async (): Promise<Outcome<ModelState | null>> => {
  const kept = keptChat();
  // A worker that is not there has no model, and is not begun to be asked for one.
  if (kept === null && !run.running) return ok(null);
  const known = await run.ask((api) => api.model());
  if (!known.ok || known.value !== null || kept === null || kept.keyGiven) {
    // A model that was lost stays so: to forget that here would be to say that none was ever set.
    if (known.ok && known.value !== null) note(known.value);
    return known;
  }
  return setModel(kept.config, '');
};

let finding: Promise<Outcome<ModelState | null>> | null = null;

/** The model that is set; one that needs no key is set again after a reload, or after the worker was lost. */
export const ensureModel = (): Promise<Outcome<ModelState | null>> => {
  finding ??= find().finally(() => {
    finding = null;
  });
  return finding;
};
