import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Passages or pairs a second of native onnxruntime, or null where Python has no onnxruntime.
 * @param {'embedding' | 'classifier'} what
 * @param {{ title: string; text: string }[]} passages
 * @returns {number | null}
 */
export const nativeRate = (what, passages) => {
  const python = process.env.HOPSCOPE_PYTHON ?? 'python3';
  const script = join(import.meta.dirname, 'native_rate.py');
  const result = spawnSync(python, [script, what], { input: JSON.stringify(passages), encoding: 'utf8' });
  const rate = Number(result.stdout);
  return result.status === 0 && rate > 0 ? rate : null;
};
