/**
 * A model on the best device that passes its canary, moved to WASM when a GPU fails (design 03, "Encoders"; 08,
 * "Nothing lost"). The encoder and the classifier differ in what they ask of it, not in how they are kept running.
 */
import { HopscopeError } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { DevicePreference } from '../domain/seam';
import { createMeter } from '../seam/meter';
import { CANARY_FLOOR, type Device, type ModelFile, type Weights } from './catalogue';
import { afterCanary, firstChoice, type GpuProbe, laneCount, probeGpu } from './device';
import { type ModelFiles, readChecked } from './files';
import type { LaneHandle } from './lane-handle';
import { LanePool } from './lanes';

export interface HostedModel<Options, Batch, Result> {
  label: string;
  weights: Record<Device, Weights>;
  files: readonly ModelFile[];
  source: ModelFiles;
  session(device: Device): Options;
  spawn(): LaneHandle<Options, Batch, Result>;
  canary: {
    batch: Batch;
    /** False: nothing is known beforehand, so the WASM result of the same batch is the reference for the GPU. */
    known: boolean;
    /** Files from outside are run once before they count as loaded: a graph that opens may still not run. */
    trial: boolean;
    /** 1: as known, or as the reference; below `CANARY_FLOOR`: the device computes something else. */
    agreement(result: Result, reference: Result | null): number;
  };
}

export interface DeviceState {
  device: Device;
  dtype: string;
  threads: number;
  /** One sentence: why this device. */
  why: string;
  canary: number;
}

/** What a test replaces of the surroundings. */
export interface Surroundings {
  probe?: () => Promise<GpuProbe>;
  cores?: number;
}

/** A lost lane or a failing model may be the GPU's doing; anything else is not. */
const deviceMayBeAtFault = (error: unknown): boolean =>
  error instanceof HopscopeError && (error.code === 'model' || error.code === 'worker-lost');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const closed = (): HopscopeError =>
  new HopscopeError('worker-lost', 'The model was closed.', { retryable: true });

export class DeviceHost<Options, Batch, Result> {
  readonly #model: HostedModel<Options, Batch, Result>;
  readonly #around: Surroundings;
  #pool: LanePool<Options, Batch, Result> | null = null;
  #state: DeviceState | null = null;
  #switching: Promise<void> | null = null;
  #closed = false;

  private constructor(model: HostedModel<Options, Batch, Result>, around: Surroundings) {
    this.#model = model;
    this.#around = around;
  }

  /** Reads, checks and opens the weights. Throws `HopscopeError`. */
  static async open<Options, Batch, Result>(
    model: HostedModel<Options, Batch, Result>,
    preference: DevicePreference,
    onProgress: OnProgress,
    around: Surroundings,
  ): Promise<DeviceHost<Options, Batch, Result>> {
    const host = new DeviceHost(model, around);
    try {
      await host.#choose(preference, onProgress);
    } catch (error) {
      host.close();
      throw error;
    }
    return host;
  }

  get state(): DeviceState {
    if (this.#state === null) throw new HopscopeError('model', 'The model is not loaded.');
    return this.#state;
  }

  /** Does a call on the open lanes. When the GPU fails on the way, the whole call is done again on WASM. */
  async use<T>(
    signal: AbortSignal,
    call: (pool: LanePool<Options, Batch, Result>, state: DeviceState) => Promise<T>,
  ): Promise<T> {
    await this.#switching;
    try {
      return await call(this.#open(), this.state);
    } catch (error) {
      const gpu = this.#state?.device === 'webgpu' || this.#switching !== null;
      if (!gpu || signal.aborted || this.#closed || !deviceMayBeAtFault(error)) throw error;
      await this.#toWasm(`the GPU failed (${messageOf(error)})`);
      return call(this.#open(), this.state);
    }
  }

  close(): void {
    this.#closed = true;
    this.#pool?.close();
    this.#pool = null;
  }

  #open(): LanePool<Options, Batch, Result> {
    if (this.#pool === null) throw closed();
    return this.#pool;
  }

  async #choose(preference: DevicePreference, onProgress: OnProgress): Promise<void> {
    const gpu: GpuProbe =
      preference === 'wasm'
        ? { adapter: null, software: false, reason: '' }
        : await (this.#around.probe ?? probeGpu)();
    const first = firstChoice(preference, gpu);
    if (first.device === 'wasm') return this.#start('wasm', first.why, onProgress);
    let why: string;
    try {
      await this.#start('webgpu', '', onProgress);
      const canary = await this.#gpuCanary(onProgress);
      const choice = afterCanary(gpu.adapter ?? 'a GPU', canary);
      if (choice.device === 'webgpu') {
        this.#state = { ...this.state, canary, why: choice.why };
        return;
      }
      why = choice.why;
    } catch (error) {
      if (this.#closed) throw error;
      why = `WebGPU on ${gpu.adapter} failed (${messageOf(error)}), so WASM`;
    }
    this.#pool?.close();
    await this.#start('wasm', why, onProgress);
  }

  async #start(device: Device, why: string, onProgress: OnProgress): Promise<void> {
    const { canary, label, weights } = this.#model;
    this.#pool = await this.#createPool(device, onProgress);
    // Exact by definition until a known result says otherwise: WASM is the reference.
    this.#state = { device, dtype: weights[device].dtype, threads: this.#lanes(device), why, canary: 1 };
    if (device === 'webgpu') return;
    if (!canary.known) {
      if (canary.trial) await this.#try(this.#pool);
      return;
    }
    const agreement = canary.agreement(await this.#runCanary(this.#pool), null);
    if (agreement < CANARY_FLOOR) {
      throw new HopscopeError(
        'model',
        `${label} computes something else than it should here (canary ${agreement.toFixed(3)}): use another browser.`,
      );
    }
    this.#state = { ...this.#state, canary: agreement };
  }

  /** Its own result is the only one to compare with, and agrees with itself when it is made of numbers. */
  async #try(pool: LanePool<Options, Batch, Result>): Promise<void> {
    const result = await this.#runCanary(pool);
    if (this.#model.canary.agreement(result, result) < CANARY_FLOOR) {
      throw new HopscopeError(
        'model',
        'This model cannot be used: what it computes for an example is no number.',
      );
    }
  }

  /** The canary of the open GPU session: against what is known, or against WASM. */
  async #gpuCanary(onProgress: OnProgress): Promise<number> {
    const { agreement, known } = this.#model.canary;
    const result = await this.#runCanary(this.#open());
    if (known) return agreement(result, null);
    const reference = await this.#createPool('wasm', onProgress);
    try {
      return agreement(result, await this.#runCanary(reference));
    } finally {
      reference.close();
    }
  }

  #runCanary(pool: LanePool<Options, Batch, Result>): Promise<Result> {
    const { batch } = this.#model.canary;
    return new Promise((resolve, reject) =>
      pool.submit({ urgent: true, batch: () => batch, resolve, reject }),
    );
  }

  #lanes(device: Device): number {
    return laneCount(device, this.#around.cores ?? navigator.hardwareConcurrency ?? 1);
  }

  async #createPool(device: Device, onProgress: OnProgress): Promise<LanePool<Options, Batch, Result>> {
    const { files, source, weights } = this.#model;
    const { file } = weights[device];
    const beside = files.filter(({ path }) => path.startsWith(`${file}_data`) || path === `${file}.data`);
    const total = [file, ...beside.map(({ path }) => path)]
      .map((path) => files.find((known) => known.path === path)?.bytes ?? 0)
      .reduce((sum, bytes) => sum + bytes, 0);
    const meter = createMeter({
      phase: 'loading the model',
      unit: 'bytes',
      total: total || null,
      emit: onProgress,
    });
    let before = 0;
    const read = async (path: string) => {
      const bytes = await readChecked(source, path, files, (done) => meter.set(before + done));
      before += bytes.length;
      return bytes;
    };
    const graph = await read(file);
    const external = [];
    for (const { path } of beside) {
      external.push({ path: path.slice(path.lastIndexOf('/') + 1), data: await read(path) });
    }
    meter.finish();
    const pool = new LanePool({
      files: { weights: graph, external },
      session: this.#model.session(device),
      lanes: this.#lanes(device),
      onLost: (reason) => void this.#toWasm(`the GPU was lost (${reason})`).catch(() => {}),
      spawn: () => this.#model.spawn(),
    });
    try {
      await pool.open();
    } catch (error) {
      pool.close();
      throw error;
    }
    return pool;
  }

  /** Goes on without the GPU; callers that were in the middle do their call again. Idempotent while it runs. */
  #toWasm(reason: string): Promise<void> {
    if (this.#closed || this.#state?.device !== 'webgpu') return this.#switching ?? Promise.resolve();
    this.#switching ??= (async () => {
      this.#pool?.close();
      try {
        await this.#start('wasm', `${reason}, so WASM`, () => {});
      } finally {
        this.#switching = null;
      }
    })();
    return this.#switching;
  }
}
