import type { ChunkingSettings } from '../domain/corpus';
import { contentHash } from '../domain/hash';
import type { RetrieverIdentity, RetrieverSettings } from '../domain/retriever';
import { analyserId } from './lexical/analyser';

/**
 * Identity of a retriever (05.1): equal exactly when nothing that could change a ranking differs. Settings that the
 * kind does not read (k1 of a vector search) do not count, or equal retrievers would look different.
 * @param space  the encoder's vector space; null for bm25
 */
export function retrieverIdentity(
  corpus: string,
  chunking: ChunkingSettings,
  settings: RetrieverSettings,
  space: string | null,
): RetrieverIdentity {
  const lexical = settings.kind !== 'vector';
  const semantic = settings.kind !== 'bm25';
  const { bm25, hybrid } = settings;
  const deciding = [
    settings.kind,
    corpus,
    [chunking.unit, chunking.size, chunking.overlap],
    lexical ? [analyserId(bm25), bm25.k1, bm25.b] : null,
    semantic ? space : null,
    settings.kind === 'hybrid' ? [hybrid.fusion, hybrid.depth, fusionConstant(settings)] : null,
  ];
  return {
    id: contentHash(JSON.stringify(deciding)).slice(0, 32),
    kind: settings.kind,
    corpus,
    chunking,
    settings,
    model: semantic ? space : null,
  };
}

const fusionConstant = ({ hybrid }: RetrieverSettings): number =>
  hybrid.fusion === 'rrf' ? hybrid.rrfK : hybrid.vectorWeight;
