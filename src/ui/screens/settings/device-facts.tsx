import type { ClassifierState, EncoderState } from '../../../domain/seam';

/** Device and reason of a loaded model, as rows of a list of facts. */
export const DeviceFacts = (props: {
  state: Pick<EncoderState | ClassifierState, 'device' | 'dtype' | 'threads' | 'why'>;
}) => (
  <>
    <div>
      <dt>Device</dt>
      <dd>
        {props.state.device === 'webgpu'
          ? 'WebGPU'
          : `WASM, ${props.state.threads === 1 ? '1 thread' : `${props.state.threads} threads`}`}
        , {props.state.dtype}
      </dd>
    </div>
    <div>
      <dt>Why</dt>
      <dd>{props.state.why}</dd>
    </div>
  </>
);
