import { parseArgs } from 'node:util';

/** What a wrong call says, with the one thing to change. Ends the program with exit code 2. */
export class BadInput extends Error {}

export const USAGE = `Usage: npm run diagnose -- --corpus DIR|FILE --questions FILE [options]
       npm run diagnose -- --demo [options]

  --corpus PATH         documents: a folder, a file, or a question file that carries its passages (repeatable)
  --questions PATH      labelled questions; may be the same file as --corpus (repeatable)
  --demo                the built-in corpus and questions instead
  --retriever KIND      bm25 | vector | hybrid | all            (default hybrid)
  --system ID           probe-single | probe-hops | probe-oracle | reader-single | reader-hops | reader-iterative |
                        reader-register
                        (repeatable; default the three probes; the readers answer with the shipped model)
  --judge               judge fact presence too: outcome cells and corpus gaps (takes minutes on large sets)
  --k N                 how many hits count, 1…50               (default 5)
  --chunk-size N        cut every document to at most N tokens  (default: passages whole, files at 254)
  --chunk-overlap N     sentences of overlap                     (default 1)
  --out DIR             write summary.json, questions.jsonl, CSV, trace and HTML report there
  --chunks              write chunks.jsonl too
  --cache DIR           keep the browser profile there, so that vectors are not made again (holds your texts)
  --fail-under M=X      exit 1 unless M ≥ X; M: recall, all-evidence, any-hit, coverage, accuracy (repeatable)
  --help

Exit code 0: done · 1: a gate was not met · 2: bad input`;

/** @type {import('../../src/domain/retriever').RetrieverKind[]} */
const RETRIEVERS = ['bm25', 'vector', 'hybrid'];
/** @type {import('../../src/domain/seam').SystemId[]} */
const PROBES = ['probe-single', 'probe-hops', 'probe-oracle'];
/** @type {import('../../src/domain/seam').SystemId[]} */
const SYSTEMS = [...PROBES, 'reader-single', 'reader-hops', 'reader-iterative', 'reader-register'];
const METRICS = ['recall', 'all-evidence', 'any-hit', 'coverage', 'accuracy'];

/**
 * @param {string} name @param {string | undefined} text @param {number} otherwise @param {number} low @param {number} high
 */
const integer = (name, text, otherwise, low, high) => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new BadInput(`--${name} takes a whole number from ${low} to ${high}, not "${text}".`);
  }
  return value;
};

/** @param {string} text */
const gate = (text) => {
  const match = /^([a-z-]+)=([0-9.]+)$/.exec(text);
  const metric = match?.[1] ?? '';
  const least = Number(match?.[2]);
  if (!METRICS.includes(metric) || !(least >= 0 && least <= 1)) {
    throw new BadInput(
      `--fail-under takes METRIC=VALUE with a value from 0 to 1, e.g. recall=0.8, not "${text}". Metrics: ${METRICS.join(', ')}.`,
    );
  }
  return { metric, least };
};

/**
 * @param {string[]} argv
 * @throws {BadInput}
 */
export const readOptions = (argv) => {
  let values;
  try {
    values = parseArgs({
      args: argv,
      strict: true,
      options: {
        corpus: { type: 'string', multiple: true },
        questions: { type: 'string', multiple: true },
        demo: { type: 'boolean' },
        retriever: { type: 'string' },
        system: { type: 'string', multiple: true },
        judge: { type: 'boolean' },
        k: { type: 'string' },
        'chunk-size': { type: 'string' },
        'chunk-overlap': { type: 'string' },
        out: { type: 'string' },
        chunks: { type: 'boolean' },
        cache: { type: 'string' },
        'fail-under': { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new BadInput(`${error instanceof Error ? error.message : String(error)}`);
  }
  const retriever = values.retriever ?? 'hybrid';
  const retrievers = RETRIEVERS.filter((kind) => retriever === 'all' || retriever === kind);
  if (retrievers.length === 0) {
    throw new BadInput(`--retriever takes ${RETRIEVERS.join(', ')} or all, not "${retriever}".`);
  }
  const systems = (values.system ?? PROBES).map((name) => {
    const system = SYSTEMS.find((known) => known === name);
    if (system === undefined) throw new BadInput(`--system takes ${SYSTEMS.join(', ')}, not "${name}".`);
    return system;
  });
  const demo = values.demo ?? false;
  if (values.help !== true) {
    if (demo && (values.corpus !== undefined || values.questions !== undefined)) {
      throw new BadInput('--demo brings its own corpus and questions: leave --corpus and --questions out.');
    }
    if (!demo && values.questions === undefined)
      throw new BadInput('Name the questions with --questions FILE, or use --demo.');
    if (!demo && values.corpus === undefined)
      throw new BadInput('Name the documents with --corpus DIR or FILE, or use --demo.');
  }
  const size = values['chunk-size'];
  return {
    help: values.help ?? false,
    demo,
    corpus: values.corpus ?? [],
    questions: values.questions ?? [],
    retrievers,
    systems,
    judge: values.judge ?? false,
    k: integer('k', values.k, 5, 1, 50),
    chunking:
      size === undefined
        ? null
        : /** @type {import('../../src/domain/corpus').ChunkingSettings} */ ({
            unit: 'tokens',
            size: integer('chunk-size', size, 254, 8, 4096),
            overlap: integer('chunk-overlap', values['chunk-overlap'], 1, 0, 10),
          }),
    out: values.out ?? null,
    chunks: values.chunks ?? false,
    cache: values.cache ?? null,
    gates: (values['fail-under'] ?? []).map(gate),
  };
};
