import { STORED_DEPTH } from '../../domain/retriever';
import { WORD } from '../messages';
import { Term } from './term';

/** k from 1 to the stored depth. Fires on every step: what hangs on it only recomputes, it never searches. */
export const KSlider = (props: {
  k: number;
  onChange: (k: number) => void;
  max?: number;
  label?: string;
}) => (
  <div class="kslider">
    <output class="num">
      <Term term={WORD.k}>k = {props.k}</Term>
    </output>
    <input
      type="range"
      min="1"
      max={props.max ?? STORED_DEPTH}
      step="1"
      value={props.k}
      aria-label={props.label ?? 'k, how many chunks count as retrieved'}
      onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
    />
  </div>
);
