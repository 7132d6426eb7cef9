import type { EncoderState } from '../../../domain/seam';
import { DeviceFacts } from './device-facts';
import './settings.css';

/** What the loaded encoder runs on, and why. */
export const EncoderFacts = (props: { state: EncoderState }) => (
  <dl class="facts num">
    <div>
      <dt>Loaded</dt>
      <dd>
        {props.state.model} <span class="faint">{props.state.revision}</span>
      </dd>
    </div>
    <DeviceFacts state={props.state} />
    <div>
      <dt>Canary</dt>
      <dd>
        cosine {props.state.canary.toFixed(4)} to the known vector{' '}
        <span class="faint">(below 0.99 the device is not trusted)</span>
      </dd>
    </div>
  </dl>
);
