/** The ingest worker in a real browser: files cross the seam, text is cut with the shipped tokenizer, OPFS keeps it. */
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { Progress } from '../../src/domain/progress';
import type { IngestFile } from '../../src/domain/seam';
import type { IngestApi } from '../../src/ingest/ingest-api';
import { callback, createClient } from '../../src/seam/client';
import { unwrap } from '../../src/seam/outcome';
import { openForWriting, openStore } from '../../src/workspace/open-store';

const client = createClient<IngestApi>(
  'ingest',
  () => new Worker(new URL('../../workers/ingest.worker.ts', import.meta.url), { type: 'module' }),
);
afterEach(() => client.terminate());

const file = (path: string, text: string, role: IngestFile['role']): IngestFile => ({
  path,
  file: new File([text], path),
  role,
  reader: 'auto',
});
const passages = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      title: `Mill ${i}`,
      text: `Mill number ${i} was built in ${1400 + i}. It stands by the water.`,
    }),
  ).join('\n');
const question = JSON.stringify({
  id: 'q',
  question: 'When?',
  answers: ['1407'],
  gold: [{ title: 'Mill 7' }],
});

describe('ingest.worker', () => {
  test('reads, cuts with the shipped tokenizer, maps gold and stores', async () => {
    const store = await openStore();
    const { id } = await store.create('ingest');
    const lease = await openForWriting(id);
    try {
      const long = 'The unbelievably long-winded annals of the valley go on and on. '.repeat(60);
      const seen: Progress[] = [];
      const outcome = await client.ask((api) =>
        api.ingest(
          {
            workspace: id,
            files: [
              file('p.jsonl', passages(50), 'corpus'),
              file('annals.md', `# Annals\n\n${long}`, 'corpus'),
              file('q.jsonl', question, 'questions'),
            ],
            chunking: DEFAULT_CHUNKING,
            mode: 'replace',
          },
          'job',
          callback((progress: Progress) => void seen.push(progress)),
        ),
      );
      const report = unwrap(outcome);
      expect(report.meta.corpus).toMatchObject({ documents: 51, files: 2 });
      expect(report.meta.corpus?.chunks).toBeGreaterThan(53);
      expect(report.mapping).toMatchObject({ passages: 1, mapped: 1, coverage: 1 });
      expect(report.rejects).toEqual([]);
      expect(await store.readDocuments(id)).toHaveLength(51);
      expect((await store.readMappings(id))[0]?.answerChunks).toHaveLength(1);
      expect(seen.length).toBeGreaterThan(0);
    } finally {
      await lease.release();
      await store.remove(id);
    }
  });

  test('is cancelled in mid-work and stores nothing', async () => {
    const store = await openStore();
    const { id } = await store.create('cancel');
    const lease = await openForWriting(id);
    try {
      let running: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        running = client.ask((api) =>
          api.ingest(
            {
              workspace: id,
              files: [file('p.jsonl', passages(200_000), 'corpus')],
              chunking: DEFAULT_CHUNKING,
              mode: 'replace',
            },
            'job',
            callback((progress: Progress) => {
              if (progress.done > 0) resolve();
            }),
          ),
        );
      });
      await client.tell((api) => api.cancel('job'));
      expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
      expect((await store.get(id)).corpus).toBeNull();
    } finally {
      await lease.release();
      await store.remove(id);
    }
  });
});
