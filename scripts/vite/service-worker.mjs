import { build } from 'vite';

/**
 * Builds the service worker as one classic script at `sw.js`: it keeps its address for ever, and a part that it shared
 * with the page would be an import, which a classic worker refuses as a whole.
 * @param {string} input
 * @returns {import('vite').Plugin}
 */
export const serviceWorker = (input) => ({
  name: 'hopscope:service-worker',
  apply: 'build',
  async generateBundle() {
    const result = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        target: 'es2022',
        write: false,
        rollupOptions: { input, output: { format: 'iife' } },
      },
    });
    const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
    const [script, ...others] = outputs;
    if (script?.type !== 'chunk' || others.length > 0)
      throw new Error('the service worker was not built as one script');
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: script.code });
  },
});
