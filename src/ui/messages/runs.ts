/** Retrievers, systems and the states of a run. */
import { RETRIEVER_NAME, SYSTEM_NAME } from '../../domain/names';
import type { Intervention, SystemId } from '../../domain/seam';
import type { RunRetrieverKind } from '../../domain/trace';
import type { RunState } from '../../domain/workspace';
import { type TermText, term } from './term';

export const RETRIEVER: Record<RunRetrieverKind, TermText> = {
  bm25: term(
    'bm25',
    RETRIEVER_NAME.bm25,
    '',
    'neutral',
    'Ranks by shared words, rare words weighing more (Lucene’s BM25, k1 = 1.2, b = 0.75).',
  ),
  vector: term(
    'vector',
    RETRIEVER_NAME.vector,
    '',
    'neutral',
    'Ranks by cosine similarity of embeddings, exactly, with no floor.',
  ),
  hybrid: term(
    'hybrid',
    RETRIEVER_NAME.hybrid,
    '',
    'neutral',
    'Fuses the BM25 and vector rankings by reciprocal rank.',
  ),
  external: term(
    'external',
    RETRIEVER_NAME.external,
    '',
    'neutral',
    'The run was made elsewhere. What searched for it is not known, so no certificate carries over from another run.',
  ),
};

export const SYSTEM: Record<SystemId, TermText> = {
  'probe-single': term(
    'probe-single',
    SYSTEM_NAME['probe-single'],
    '',
    'neutral',
    'One search with the whole question: what a plain RAG pipeline retrieves.',
  ),
  'probe-hops': term(
    'probe-hops',
    SYSTEM_NAME['probe-hops'],
    '',
    'neutral',
    'One search per labelled sub-question; a bridge answer is filled in only if the hop that yields it was found and its fact is present.',
  ),
  'probe-oracle': term(
    'probe-oracle',
    SYSTEM_NAME['probe-oracle'],
    '',
    'neutral',
    'One search per labelled sub-question with gold bridge answers filled in: the best any decomposition could ask.',
  ),
  'reader-single': term(
    'reader-single',
    SYSTEM_NAME['reader-single'],
    '',
    'neutral',
    'One search with the whole question; the shipped extractive reader answers from what it finds, or abstains.',
  ),
  'reader-hops': term(
    'reader-hops',
    SYSTEM_NAME['reader-hops'],
    '',
    'neutral',
    'Labelled sub-questions, never their answers: search, read, fill in the answer that was read, go on; errors propagate as they really do.',
  ),
  'reader-iterative': term(
    'reader-iterative',
    SYSTEM_NAME['reader-iterative'],
    '',
    'neutral',
    'No labels at all: search with the question, follow the best unseen name of the best passage, read what has accumulated.',
  ),
  direct: term(
    'direct',
    SYSTEM_NAME.direct,
    '',
    'neutral',
    'No retrieval: the model answers from what it knows. A right answer here shows what other systems may owe to memory.',
  ),
  'single-shot': term(
    'single-shot',
    SYSTEM_NAME['single-shot'],
    '',
    'neutral',
    'One search with the whole question; the model answers from the first k passages, or abstains.',
  ),
  'multi-query': term(
    'multi-query',
    SYSTEM_NAME['multi-query'],
    '',
    'neutral',
    'The model writes several queries for the question, their rankings are fused into one, and it answers from the first k of that one.',
  ),
  decompose: term(
    'decompose',
    SYSTEM_NAME.decompose,
    '',
    'neutral',
    'The model plans sub-questions before anything is retrieved, searches them one by one with its own answers filled in, and puts the answer together.',
  ),
  'self-ask': term(
    'self-ask',
    SYSTEM_NAME['self-ask'],
    '',
    'neutral',
    'The model asks one sub-question at a time, sees what a search brings for it, and asks on or answers.',
  ),
  ircot: term(
    'ircot',
    SYSTEM_NAME.ircot,
    '',
    'neutral',
    'The model writes one thought at a time, each thought is the next search, until a thought says what the answer is.',
  ),
  'reader-register': term(
    'reader-register',
    SYSTEM_NAME['reader-register'],
    '',
    'neutral',
    'Labelled sub-questions, never their answers: each stays open, and is asked again in other words, until the classifier finds its fact in what was retrieved.',
  ),
  'a-rag': term(
    'a-rag',
    SYSTEM_NAME['a-rag'],
    '',
    'neutral',
    'A chat model that searches and reads with tools until it answers, or until a budget makes it answer.',
  ),
  'execution-rag': term(
    'execution-rag',
    SYSTEM_NAME['execution-rag'],
    '',
    'neutral',
    'The agent with a register of the facts it has to find; an answer counts only when nothing in it is open.',
  ),
  'execution-rag-verified': term(
    'execution-rag-verified',
    SYSTEM_NAME['execution-rag-verified'],
    '',
    'neutral',
    'The agent with the register, and a fact counts as found only when the classifier finds it in the chunks given for it.',
  ),
};

export const INTERVENTION: Record<Intervention['kind'], TermText> = {
  augment: term(
    'augment',
    'augment',
    '',
    'neutral',
    'The sub-question is asked again in other words, made without a model, and what each rephrasing finds within k joins what was retrieved.',
  ),
  rerank: term(
    'rerank',
    're-rank',
    '',
    'neutral',
    'The first 20 hits are scored by the judge against the sub-question, and the best k of them count as retrieved.',
  ),
};

export const POLICY: Record<Intervention['policy'], TermText> = {
  none: term('policy-none', 'never', '', 'neutral', 'No hop is touched: the yardstick of the others.'),
  always: term('policy-always', 'always', '', 'neutral', 'Every hop is intervened on.'),
  predicted: term(
    'policy-predicted',
    'predicted',
    '',
    'neutral',
    'Only hops whose fact the judge does not find in what was retrieved.',
  ),
  oracle: term(
    'policy-oracle',
    'oracle',
    '',
    'neutral',
    'Only hops whose gold passage really is missing: what a perfect flag would do. It uses the labels.',
  ),
};

export { systemName as systemLabel } from '../../domain/names';

export const RUN_STATE: Record<RunState, TermText> = {
  running: term('run-running', 'running', '◔', 'extraction', 'Searching now.'),
  paused: term('run-paused', 'paused', '‖', 'neutral', 'Waiting; nothing is lost.'),
  interrupted: term(
    'run-interrupted',
    'interrupted',
    '◑',
    'drift',
    'The page was closed or the worker died in mid-run; resuming asks nothing twice.',
  ),
  finished: term('run-finished', 'finished', '●', 'present', 'Every question of the run was asked.'),
  cancelled: term('run-cancelled', 'cancelled', '–', 'gaveup', 'Stopped by you; what was asked is kept.'),
};
