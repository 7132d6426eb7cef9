/** What is being typed into the settings of the language model, and what a test of it brought. The key is not in here. */
import { createMemo, createSignal } from 'solid-js';
import type { ChatConfig, Connection } from '../../../domain/chat-config';
import type { Failure, Outcome } from '../../../domain/outcome';
import { DEFAULT_CHAT, originOf } from '../../state/chat-choice';
import { forgetModel, keptChat, setModel, testModel } from '../../state/model';
import { modelLost, modelSet } from '../../state/model-set';

export type Busy = 'testing' | 'setting' | 'forgetting';

export const createModelDraft = () => {
  const begin = modelSet()?.state.config ?? modelLost()?.state.config ?? keptChat()?.config ?? DEFAULT_CHAT;
  const [config, setConfig] = createSignal<ChatConfig>(begin);
  const [busy, setBusy] = createSignal<Busy | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [found, setFound] = createSignal<{ of: string; connection: Connection } | null>(null);
  /** A finding is about an endpoint: with another address or provider it says nothing. */
  const endpoint = (): string => JSON.stringify([config().provider, config().baseUrl]);
  const connection = createMemo(() => (found()?.of === endpoint() ? (found()?.connection ?? null) : null));

  const during = async <T>(what: Busy, work: () => Promise<Outcome<T>>): Promise<T | null> => {
    setBusy(what);
    setFailure(null);
    const outcome = await work();
    setBusy(null);
    if (outcome.ok) return outcome.value;
    setFailure(outcome.error);
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
    async test(key: string): Promise<void> {
      const of = endpoint();
      const connection = await during('testing', () => testModel(config(), key));
      setFound(connection === null ? null : { of, connection });
      // What the endpoint can do is known now; whoever knows better changes it back.
      if (connection?.tools != null && of === endpoint())
        setConfig((old) => ({ ...old, tools: connection.tools ?? old.tools }));
    },
    /** True: it is set. */
    use: async (key: string): Promise<boolean> =>
      (await during('setting', () => setModel(config(), key))) !== null,
    forget: async (): Promise<void> => void (await during('forgetting', forgetModel)),
  };
};
export type ModelDraft = ReturnType<typeof createModelDraft>;
