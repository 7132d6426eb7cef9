import { createUniqueId, Show } from 'solid-js';
import type { ChunkingSettings } from '../../domain/corpus';
import { Segmented } from '../components/segmented';

const UNITS = [
  { value: 'auto', label: 'auto', title: 'Passages of passage files stay whole, longer texts are cut' },
  { value: 'passage', label: 'one chunk a document' },
  { value: 'tokens', label: 'cut by tokens', title: 'At sentence ends, to at most this many tokens' },
] as const;

const clamp = (value: number, min: number, max: number, fallback: number): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : fallback;

/** Unit, size and overlap of chunks. */
export const ChunkingFields = (props: {
  value: ChunkingSettings;
  onChange: (value: ChunkingSettings) => void;
}) => {
  const size = createUniqueId();
  const overlap = createUniqueId();
  return (
    <div class="row">
      <Segmented
        label="How documents are cut into chunks"
        value={props.value.unit}
        choices={UNITS}
        onChange={(unit) => props.onChange({ ...props.value, unit })}
      />
      <Show when={props.value.unit !== 'passage'}>
        <label class="row small muted" for={size}>
          at most
          <input
            id={size}
            class="field narrow num"
            type="number"
            min="16"
            max="8192"
            value={props.value.size}
            onChange={(event) =>
              props.onChange({
                ...props.value,
                size: clamp(event.currentTarget.valueAsNumber, 16, 8192, props.value.size),
              })
            }
          />
          tokens
        </label>
        <label class="row small muted" for={overlap}>
          overlap
          <input
            id={overlap}
            class="field narrow num"
            type="number"
            min="0"
            max="10"
            value={props.value.overlap}
            onChange={(event) =>
              props.onChange({
                ...props.value,
                overlap: clamp(event.currentTarget.valueAsNumber, 0, 10, props.value.overlap),
              })
            }
          />
          sentences
        </label>
      </Show>
    </div>
  );
};
