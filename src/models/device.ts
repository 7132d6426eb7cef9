/** Which device embeds, and the sentence that says why (design 03). The decisions are pure; the probe is apart. */
import type { DevicePreference } from '../domain/seam';
import { CANARY_FLOOR, type Device } from './catalogue';

/** What the realm can do. `adapter` null: none, with the reason. */
export interface GpuProbe {
  adapter: string | null;
  /** A GPU in name only: a hundredth of the speed of WASM. */
  software: boolean;
  reason: string;
}

const none = (reason: string): GpuProbe => ({ adapter: null, software: false, reason });

interface GpuLike {
  requestAdapter(): Promise<{
    info?: { vendor?: string; architecture?: string; description?: string };
    isFallbackAdapter?: boolean;
  } | null>;
}

/** WebGPU needs JavaScript Promise Integration here: the build without it is 27 MB, over some hosts' file limit. */
export const probeGpu = async (): Promise<GpuProbe> => {
  const gpu = 'gpu' in navigator ? (navigator.gpu as GpuLike | undefined) : undefined;
  if (gpu === undefined) return none('this browser has no WebGPU');
  if (!('Suspending' in WebAssembly)) {
    return none('this browser has no JavaScript Promise Integration, which WebGPU needs here');
  }
  try {
    const adapter = await gpu.requestAdapter();
    if (adapter === null) return none('no GPU adapter');
    const info = adapter.info;
    const name =
      [info?.vendor, info?.architecture, info?.description].filter(Boolean).join(' ') || 'unnamed GPU';
    const software = adapter.isFallbackAdapter === true || /swiftshader|llvmpipe/i.test(name);
    return { adapter: name, software, reason: '' };
  } catch (error) {
    return none(`asking for a GPU failed (${error instanceof Error ? error.message : String(error)})`);
  }
};

export interface DeviceChoice {
  device: Device;
  why: string;
}

/** Before any model is open: is the GPU worth trying? A user who asks for it gets even a software adapter tried. */
export const firstChoice = (preference: DevicePreference, gpu: GpuProbe): DeviceChoice => {
  if (preference === 'wasm') return { device: 'wasm', why: 'WASM was chosen in the settings' };
  if (gpu.adapter === null) return { device: 'wasm', why: `${gpu.reason}, so WASM` };
  if (gpu.software && preference !== 'webgpu') {
    return { device: 'wasm', why: `the only GPU adapter is a software one (${gpu.adapter}), so WASM` };
  }
  return { device: 'webgpu', why: gpu.adapter };
};

/** After the canary has run on the GPU. */
export const afterCanary = (adapter: string, canary: number): DeviceChoice =>
  canary >= CANARY_FLOOR
    ? { device: 'webgpu', why: `WebGPU on ${adapter}: canary ${canary.toFixed(3)} ≥ ${CANARY_FLOOR}` }
    : { device: 'wasm', why: `WebGPU canary ${canary.toFixed(3)} < ${CANARY_FLOOR} on ${adapter}, so WASM` };

/** Lanes of one thread each: on two cores two lanes give what two threads give, and lose nothing on a busy machine. */
export const laneCount = (device: Device, cores: number): number =>
  device === 'webgpu' ? 1 : cores <= 2 ? Math.max(1, cores) : Math.min(4, cores - 1);
