import { createSignal, For, Show } from 'solid-js';
import type { Failure, Outcome } from '../../../domain/outcome';
import type { CatalogueModel, DevicePreference, EncoderState, SourceFile } from '../../../domain/seam';
import { DEFAULT_MODEL } from '../../../models/catalogue';
import { ActionTable } from '../../components/action-table';
import { DropZone } from '../../components/drop-zone';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { toast } from '../../components/toast';
import { bytes } from '../../format';
import { tryChoice } from '../../state/choose-model';
import { startJob } from '../../state/jobs';
import { createLoad } from '../../state/load';
import { preferences, setPreferences } from '../../state/preferences';
import { callback, encoder } from '../../state/workers';
import { EncoderFacts } from './encoder-facts';

const DEVICES: readonly { value: DevicePreference; label: string; title?: string }[] = [
  { value: 'auto', label: 'choose for me', title: 'WebGPU where its canary passes, else WASM' },
  { value: 'wasm', label: 'WASM' },
  { value: 'webgpu', label: 'WebGPU' },
];
const POOLINGS = ['mean', 'cls', 'last_token'] as const;
type Pooling = (typeof POOLINGS)[number];

/** The encoder: which one, on which device and why, and how to bring another. */
export const ModelsPanel = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [loading, setLoading] = createSignal<string | null>(null);
  const [pooling, setPooling] = createSignal<Pooling | ''>('');
  const catalogue = createLoad(
    () => true,
    () => encoder.ask((api) => api.catalogue()),
  );
  const state = createLoad(
    () => true,
    () => encoder.ask((api) => api.state()),
  );
  const models = (): CatalogueModel[] => {
    const outcome = catalogue.value();
    return outcome?.ok ? outcome.value : [];
  };
  const loaded = (): EncoderState | null => {
    const outcome = state.value();
    return outcome?.ok ? outcome.value : null;
  };
  const problem = () => {
    const outcome = catalogue.value();
    return failure() ?? (outcome !== null && !outcome.ok ? outcome.error : null);
  };

  const load = async (model: string, device: DevicePreference): Promise<Outcome<EncoderState>> => {
    setFailure(null);
    setLoading(model);
    const outcome = await startJob(
      { kind: 'model', title: `Loading ${model}`, workspace: null },
      (_, onProgress) => encoder.ask((api) => api.load(model, device, callback(onProgress))),
    );
    setLoading(null);
    if (outcome.ok) state.set(outcome);
    else {
      setFailure(outcome.error);
      // It may be named as unusable now.
      catalogue.again();
    }
    return outcome;
  };
  const choose = (next: string): void => {
    void tryChoice(next, {
      chosen: () => preferences().model,
      set: (model) => setPreferences({ model }),
      load: () => load(next, preferences().device),
    });
  };
  const remove = async (id: string): Promise<void> => {
    setFailure(null);
    const outcome = await encoder.ask((api) => api.removeModel(id));
    if (!outcome.ok) setFailure(outcome.error);
    else {
      toast(`${id} and its files are removed.`);
      catalogue.again();
      if (preferences().model === id) setPreferences({ model: DEFAULT_MODEL });
    }
  };
  const addModel = async (files: SourceFile[]): Promise<void> => {
    setFailure(null);
    const options = pooling() === '' ? {} : { pooling: pooling() as Pooling };
    const outcome = await encoder.ask((api) => api.addModel(files, options));
    if (!outcome.ok) setFailure(outcome.error);
    else {
      toast(`${outcome.value.label} is in the list.`);
      catalogue.again();
    }
  };

  return (
    <Panel
      span={12}
      title="Encoder"
      why="The encoder turns passages and questions into vectors. Changing it changes the retriever: vectors are made again, and older vector runs keep their own identity."
      actions={
        <Segmented
          label="Device"
          value={preferences().device}
          choices={DEVICES}
          onChange={(device) => {
            setPreferences({ device });
            void load(preferences().model, device);
          }}
        />
      }
    >
      <div class="flow">
        <Show when={problem()}>
          {(what) => (
            <FailureNotice
              failure={what()}
              onRetry={() => void load(preferences().model, preferences().device)}
            />
          )}
        </Show>
        <ActionTable<CatalogueModel>
          label="Encoders"
          rows={models()}
          columns={[
            {
              head: 'Encoder',
              headClass: 'widest',
              cell: (model) => (
                <>
                  <b>{model.label}</b>
                  <Show when={model.queryPrefix !== ''}>
                    <div class="small muted">
                      query prefix <code>{model.queryPrefix.trim()}</code>
                    </div>
                  </Show>
                  <Show when={model.unusable}>{(why) => <div class="small">{why()}</div>}</Show>
                </>
              ),
            },
            {
              head: 'From',
              class: 'muted nowrap',
              cell: (model) => (model.source === 'hub' ? 'Hub (asks huggingface.co)' : model.source),
            },
            {
              head: 'Dimension',
              right: true,
              cell: (model) => (model.dimension > 0 ? model.dimension : '–'),
            },
            { head: 'Tokens', right: true, cell: (model) => (model.maxTokens > 0 ? model.maxTokens : '–') },
            {
              head: 'Pooling',
              class: 'nowrap',
              cell: (model) => (model.unusable === null ? model.pooling : '–'),
            },
            {
              head: 'Size',
              right: true,
              class: 'nowrap',
              cell: (model) => (model.bytes > 0 ? bytes(model.bytes) : '–'),
            },
            { head: 'Licence', class: 'nowrap', cell: (model) => model.licence },
          ]}
          actions={(model) => (
            <>
              <button
                type="button"
                class="btn tiny"
                aria-pressed={preferences().model === model.id}
                disabled={loading() !== null || model.unusable !== null}
                onClick={() => choose(model.id)}
              >
                {model.unusable !== null
                  ? 'Unusable'
                  : loading() === model.id
                    ? 'Loading …'
                    : preferences().model !== model.id
                      ? 'Use'
                      : loaded()?.model === model.id
                        ? 'In use'
                        : 'Load'}
              </button>
              <Show when={model.source === 'files'}>
                <button
                  type="button"
                  class="btn tiny"
                  aria-label={`Remove ${model.id}`}
                  disabled={loading() !== null}
                  onClick={() => void remove(model.id)}
                >
                  Remove
                </button>
              </Show>
            </>
          )}
        />
        <Show
          when={loaded()}
          fallback={
            <p class="muted">No encoder is loaded yet: it loads by itself when vectors are needed.</p>
          }
        >
          {(encoderState) => <EncoderFacts state={encoderState()} />}
        </Show>
        <DropZone compact label="Add a model folder" onFiles={(files) => void addModel(files)}>
          <p class="muted small">
            Add another encoder: drop its folder in the Hub’s layout (config.json, tokenizer.json, onnx/…).
          </p>
          <label class="row small muted">
            Pooling
            <select
              class="field"
              value={pooling()}
              onChange={(event) => setPooling(event.currentTarget.value as Pooling | '')}
            >
              <option value="">read from the folder</option>
              <For each={POOLINGS}>{(kind) => <option value={kind}>{kind}</option>}</For>
            </select>
          </label>
        </DropZone>
      </div>
    </Panel>
  );
};
