import { Show } from 'solid-js';
import type { RetrieverKind } from '../../../domain/retriever';
import { Segmented } from '../../components/segmented';
import { Term } from '../../components/term';
import { percent } from '../../format';
import type { TermText } from '../../messages';
import { RETRIEVER } from '../../messages';
import { makeVectors, vectorsReady } from './bench';

const KINDS: readonly RetrieverKind[] = ['bm25', 'vector', 'hybrid'];

/** BM25 is there at once; the two others need vectors of the demo, which are made on demand. */
export function RetrieverChoice(props: {
  label: string;
  value: RetrieverKind;
  onChange: (kind: RetrieverKind) => void;
}) {
  return (
    <div class="row">
      <Segmented
        label={props.label}
        value={props.value}
        choices={KINDS.map((value) => ({
          value,
          label: RETRIEVER[value].label,
          disabled: value !== 'bm25' && !vectorsReady(),
          title: RETRIEVER[value].definition,
        }))}
        onChange={props.onChange}
      />
      <Show when={!vectorsReady()}>
        <button type="button" class="btn tiny" onClick={() => void makeVectors()}>
          Make vectors, to compare
        </button>
      </Show>
    </div>
  );
}

/** The judge's threshold: at and above it a fact counts as present. */
export const Threshold = (props: { value: number; onChange: (value: number) => void }) => (
  <label class="control">
    <span>
      the judge’s threshold: <b class="num">{percent(props.value, 0)}</b>
    </span>
    <input
      type="range"
      min="0.05"
      max="0.95"
      step="0.01"
      value={props.value}
      onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
    />
  </label>
);

/** A term within a sentence, in the sentence's own words. */
export const In = (props: { term: TermText; children?: string }) => (
  <Term term={props.term}>{props.children ?? props.term.label}</Term>
);
