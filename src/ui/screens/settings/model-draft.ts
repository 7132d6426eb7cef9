/** What is being typed into the settings of the language model, and what a test of it brought. The key is not in here. */
import { createMemo, createSignal } from 'solid-js';
import type { ChatConfig, Connection } from '../../../domain/chat-config';
import type { Failure, Outcome } from '../../../domain/outcome';
import { DEFAULT_CHAT, originOf } from '../../state/chat-choice';
import {
  forgetKey,
  forgetModel,
  keptChat,
  rememberKey,
  setModel,
  stopTest,
  testModel,
  unlockModel,
} from '../../state/model';
import { modelLost, modelSet } from '../../state/model-set';

export type Busy = 'testing' | 'setting' | 'forgetting' | 'remembering' | 'unlocking';

let tests = 0;

export const createModelDraft = () => {
  const begin = modelSet()?.state.config ?? modelLost()?.state.config ?? keptChat()?.config ?? DEFAULT_CHAT;
  const [config, setConfig] = createSignal<ChatConfig>(begin);
  const [busy, setBusy] = createSignal<Busy | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [found, setFound] = createSignal<{ of: string; connection: Connection } | null>(null);
  let testing: string | null = null;
  /** A finding is about an endpoint: with another address or provider it says nothing. */
  const endpoint = (): string => JSON.stringify([config().provider, config().baseUrl]);
  const connection = createMemo(() => (found()?.of === endpoint() ? (found()?.connection ?? null) : null));

  const during = async <T>(what: Busy, work: () => Promise<Outcome<T>>): Promise<T | null> => {
    setBusy(what);
    setFailure(null);
    const outcome = await work();
    setBusy(null);
    if (outcome.ok) return outcome.value;
    if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
    return null;
  };

  return {
    config,
    busy,
    failure,
    connection,
    /** Where text would be sent; null: the address is none yet. */
    origin: () => originOf(config()),
    change: (change: Partial<ChatConfig>): void => void setConfig((old) => ({ ...old, ...change })),
    async test(key: string | null): Promise<void> {
      const of = endpoint();
      tests += 1;
      const job = `test-${tests}`;
      testing = job;
      const connection = await during('testing', () => testModel(config(), key, job));
      testing = null;
      setFound(connection === null ? null : { of, connection });
      // What the endpoint can do is known now; whoever knows better changes it back.
      if (connection?.tools != null && of === endpoint())
        setConfig((old) => ({ ...old, tools: connection.tools ?? old.tools }));
    },
    stopTest: (): void => {
      if (testing !== null) void stopTest(testing);
    },
    /** `key` null: the one that was given for this endpoint. */
    use: async (key: string | null): Promise<void> =>
      void (await during('setting', () => setModel(config(), key))),
    remember: async (passphrase: string): Promise<void> =>
      void (await during('remembering', () => rememberKey(passphrase))),
    unlock: async (passphrase: string): Promise<void> =>
      void (await during('unlocking', () => unlockModel(config(), passphrase))),
    forgetKey: async (): Promise<void> => void (await during('forgetting', forgetKey)),
    stop: async (): Promise<void> => void (await during('forgetting', forgetModel)),
  };
};
export type ModelDraft = ReturnType<typeof createModelDraft>;
