/** What retrievers, systems and judges are called wherever a person reads of them: interface, diagnosis and report. */
import type { SystemId } from './seam';
import { SHIPPED_JUDGE, SHIPPED_LABEL } from './shipped-judge';
import type { RunRetrieverKind } from './trace';

export const RETRIEVER_NAME: Record<RunRetrieverKind, string> = {
  bm25: 'BM25',
  vector: 'vector',
  hybrid: 'hybrid',
  external: 'unknown retriever',
};

export const SYSTEM_NAME: Record<SystemId, string> = {
  'probe-single': 'single search',
  'probe-hops': 'hop by hop',
  'probe-oracle': 'oracle',
  'reader-single': 'read once',
  'reader-hops': 'read hop by hop',
  'reader-iterative': 'read and follow',
  direct: 'no retrieval',
  'single-shot': 'search once, answer',
  'multi-query': 'several queries, fused',
  decompose: 'plan, then search',
  'self-ask': 'ask and follow up',
  ircot: 'think and retrieve',
  'reader-register': 'read with register',
  'a-rag': 'agent',
  'execution-rag': 'agent with register',
  'execution-rag-verified': 'agent with checked register',
};

/** A system that this build does not know (an imported run) goes by its own name. */
export const systemName = (system: string): string =>
  Object.hasOwn(SYSTEM_NAME, system) ? SYSTEM_NAME[system as SystemId] : system;

/** An encoder by the space of its vectors, which names model, revision, numbers and device. */
export const encoderName = (space: string): string => space.split('|', 1)[0] || space;

/** A judge by the space of its scores. The space names model, revision and numbers; a person wants the model. */
export const judgeName = (space: string): string => {
  if (space === SHIPPED_JUDGE.space) return SHIPPED_LABEL;
  const [kind, second, third] = space.split('|');
  if (kind === 'judge' && second !== undefined)
    return `${second}${space.split('|')[4] === 'paper' ? ', passages joined' : ''}`;
  return kind === 'llm' && third !== undefined ? third : space;
};
