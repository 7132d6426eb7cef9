import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.mjs';
import { isolationHeaders } from './scripts/vite/shared.mjs';

const executablePath = findChromium();

/** A software WebGPU adapter, so that the GPU path runs at all on a machine without a GPU. */
const SOFTWARE_GPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // A busy machine must not fail a test: speed is what the benchmarks measure.
          testTimeout: 60_000,
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/e2e/**'],
        },
      },
      {
        // Tests on real data read it from beside the checkout.
        server: { headers: isolationHeaders, fs: { allow: ['.', '../shared'] } },
        // Found late (inside workers, lazily), these would make Vite reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@huggingface/tokenizers',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            '@orama/orama',
            '@orama/orama/trees',
            'comlink',
            'idb',
            'onnxruntime-web/jspi',
            'onnxruntime-web/wasm',
            'papaparse',
            'valibot',
          ],
          // Sixty one-file modules, loaded one language at a time: nothing to bundle.
          exclude: ['@orama/stemmers', '@orama/stopwords'],
        },
        test: {
          name: 'browser',
          env: { HOPSCOPE_SHARED: process.env.HOPSCOPE_SHARED ?? '' },
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath === null ? {} : { executablePath }),
                args: [...CHROMIUM_ARGS, ...SOFTWARE_GPU],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
