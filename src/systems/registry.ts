/** Systems under test. A new one: a file beside these, and a line here (CONTRIBUTING). */
import type { SystemId } from '../domain/seam';
import { aRag } from './a-rag';
import { decompose } from './decompose';
import { direct } from './direct';
import { executionRag } from './execution-rag';
import { executionRagVerified } from './execution-rag-verified';
import { ircot } from './ircot';
import { multiQuery } from './multi-query';
import { probeHops } from './probe-hops';
import { probeOracle } from './probe-oracle';
import { probeSingle } from './probe-single';
import { readerHops } from './reader-hops';
import { readerIterative } from './reader-iterative';
import { readerRegister } from './reader-register';
import { readerSingle } from './reader-single';
import { selfAsk } from './self-ask';
import { singleShot } from './single-shot';
import type { System } from './system';

export const SYSTEMS: Record<SystemId, System> = {
  'probe-single': probeSingle,
  'probe-hops': probeHops,
  'probe-oracle': probeOracle,
  'reader-single': readerSingle,
  'reader-hops': readerHops,
  'reader-iterative': readerIterative,
  direct,
  'single-shot': singleShot,
  'multi-query': multiQuery,
  decompose,
  'self-ask': selfAsk,
  ircot,
  'reader-register': readerRegister,
  'a-rag': aRag,
  'execution-rag': executionRag,
  'execution-rag-verified': executionRagVerified,
};
