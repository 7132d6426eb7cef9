import type { Chunk, Document } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { CorpusPage } from '../domain/seam';
import type { CorpusSession } from './corpus-session';

const EXCERPT_CHARACTERS = 200;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Reads a corpus a page at a time, so that no list of a hundred thousand documents crosses the seam. */
export class CorpusView {
  readonly #session: CorpusSession;
  #chunkById: Map<string, Chunk> | null = null;
  #chunksOf: Map<string, Chunk[]> | null = null;
  #filtered: { filter: string; documents: Document[] } | null = null;

  constructor(session: CorpusSession) {
    this.#session = session;
  }

  /** Documents in the order in which they were read; `filter` is looked for in id, title, source and text. */
  async page(offset: number, limit: number, filter: string): Promise<CorpusPage> {
    const documents = await this.#matching(filter);
    const chunksOf = this.#byDocument();
    return {
      total: documents.length,
      documents: documents.slice(offset, offset + limit).map(({ id, title, source, text }) => ({
        id,
        title,
        source,
        characters: text.length,
        chunks: chunksOf.get(id)?.length ?? 0,
        excerpt: text.slice(0, EXCERPT_CHARACTERS),
      })),
    };
  }

  /** @throws HopscopeError `not-found` */
  async document(id: string): Promise<{ document: Document; chunks: Chunk[] }> {
    const document = (await this.#session.documents()).find((candidate) => candidate.id === id);
    if (document === undefined) throw new HopscopeError('not-found', `The corpus has no document "${id}".`);
    return { document, chunks: this.#byDocument().get(id) ?? [] };
  }

  /** In the order asked for. @throws HopscopeError `not-found` naming the first id that the corpus lacks */
  chunks(ids: readonly string[]): Chunk[] {
    this.#chunkById ??= new Map(this.#session.chunks.map((chunk) => [chunk.id, chunk]));
    const byId = this.#chunkById;
    return ids.map((id) => {
      const chunk = byId.get(id);
      if (chunk === undefined) throw new HopscopeError('not-found', `The corpus has no passage "${id}".`);
      return chunk;
    });
  }

  async #matching(filter: string): Promise<Document[]> {
    const documents = await this.#session.documents();
    const wanted = fold(filter.trim());
    if (wanted === '') return documents;
    if (this.#filtered?.filter !== wanted) {
      this.#filtered = {
        filter: wanted,
        documents: documents.filter(({ id, title, source, text }) =>
          [id, title, source, text].some((part) => fold(part).includes(wanted)),
        ),
      };
    }
    return this.#filtered.documents;
  }

  #byDocument(): Map<string, Chunk[]> {
    if (this.#chunksOf === null) {
      this.#chunksOf = new Map();
      for (const chunk of this.#session.chunks) {
        const siblings = this.#chunksOf.get(chunk.document);
        if (siblings === undefined) this.#chunksOf.set(chunk.document, [chunk]);
        else siblings.push(chunk);
      }
      for (const siblings of this.#chunksOf.values()) siblings.sort((a, b) => a.ordinal - b.ordinal);
    }
    return this.#chunksOf;
  }
}
