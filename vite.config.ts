import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';
import { contentSecurityPolicy } from './scripts/vite/content-security-policy.mjs';
import { precacheList } from './scripts/vite/precache-list.mjs';
import { serviceWorker } from './scripts/vite/service-worker.mjs';
import { isolationHeaders } from './scripts/vite/shared.mjs';

export default defineConfig({
  // Relative addresses: the built folder works at any path of any static host.
  base: './',
  plugins: [solid(), contentSecurityPolicy(), serviceWorker('workers/offline.sw.ts'), precacheList()],
  worker: { format: 'es' },
  // Character tables of the PDF reader; without this `?inline` knows no such file.
  assetsInclude: ['**/*.bcmap'],
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  build: {
    target: 'es2022',
    // The budget is kept by scripts/check-budget.mjs on gzipped first-load bytes; this warning would repeat it.
    chunkSizeWarningLimit: 4096,
  },
});
