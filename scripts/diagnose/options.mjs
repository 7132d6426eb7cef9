import { parseArgs } from 'node:util';

/** What a wrong call says, with the one thing to change. Ends the program with exit code 2. */
export class BadInput extends Error {}

/** What broke off while at work: a lost worker, a full disk, an endpoint. Ends the program with exit code 3. */
export class Failed extends Error {}

export const USAGE = `Usage: npm run diagnose -- --corpus DIR|FILE --questions FILE [options]
       npm run diagnose -- --run FILE [--corpus DIR|FILE] [--questions FILE] [options]
       npm run diagnose -- --demo [options]

  --corpus PATH         documents: a folder, a file, or a question file that carries its passages (repeatable)
  --questions PATH      labelled questions; may be the same file as --corpus (repeatable)
  --run FILE            a run made elsewhere (repeatable): what your own system retrieved and answered; its questions are
                        added where --questions lacks them, and without --corpus its passages are the corpus. Other
                        systems are run beside it only when named with --system
  --demo                the built-in corpus and questions instead
  --retriever KIND      bm25 | vector | hybrid | all            (default hybrid)
  --system ID           probe-single | probe-hops | probe-oracle | reader-single | reader-hops | reader-iterative |
                        reader-register; with a model: direct | single-shot | multi-query | decompose | self-ask |
                        ircot | a-rag | execution-rag | execution-rag-verified
                        (repeatable; default the three probes; the readers answer with the shipped model)
  --judge               judge fact presence too: outcome cells and corpus gaps (takes minutes on large sets)
  --ablation ID         no-seed | no-updates | full-replay: what execution-rag and execution-rag-verified go without,
                        each in a run beside the whole one (repeatable)
  --k N                 how many hits count, 1…50               (default 5; with --run, what the run took)
  --chunk-size N        cut every document to at most N tokens  (default: passages whole, files at 254)
  --chunk-overlap N     sentences of overlap                     (default 1)
  --out DIR             write summary.json, questions.jsonl, CSV, trace and HTML report there
  --chunks              write chunks.jsonl too
  --cache DIR           keep the browser profile there, so that vectors are not made again (holds your texts)
  --fail-under M=X      exit 1 unless M ≥ X; M: recall, all-evidence, any-hit, coverage, accuracy (repeatable)
  --help

With a chat model; its key is read from the environment variable HOPSCOPE_API_KEY and stands in no option:
  --base-url URL        address of the endpoint, e.g. http://localhost:11434/v1
  --model NAME
  --provider ID         openai | anthropic | gemini: whose protocol it speaks  (default openai)
  --tools native|text   how tools are called: by its own protocol, or as JSON in text  (default native)
  --concurrency N       most calls at a time, 1…32               (default 4)
  --timeout SECONDS     for one try of a call, 5…1800            (default 120; a model on a slow machine needs more)
  --loops N             searches that a system may make for a question by itself, 1…100
  --context-tokens N    tokens that the calls of a question may come to together, from 1000 on
  --judge-answers       have the model say which answers are right, also those of readers; without, words are compared
  --spending-limit X    of each run, and of the judging of answers, in the currency of the prices
  --price IN/OUT        of a million tokens, where the model is not in the price table

Exit code 0: done · 1: a gate was not met · 2: bad input · 3: it failed while at work`;

/** @type {import('../../src/domain/retriever').RetrieverKind[]} */
const RETRIEVERS = ['bm25', 'vector', 'hybrid'];
/** @type {import('../../src/domain/seam').SystemId[]} */
const PROBES = ['probe-single', 'probe-hops', 'probe-oracle'];
/** @type {import('../../src/domain/seam').SystemId[]} */
const WITH_MODEL = [
  'direct',
  'single-shot',
  'multi-query',
  'decompose',
  'self-ask',
  'ircot',
  'a-rag',
  'execution-rag',
  'execution-rag-verified',
];
const READERS = /** @type {const} */ ([
  'reader-single',
  'reader-hops',
  'reader-iterative',
  'reader-register',
]);
/** @type {import('../../src/domain/seam').SystemId[]} */
const SYSTEMS = [...PROBES, ...READERS, ...WITH_MODEL];
/** @type {import('../../src/domain/chat-config').ProviderId[]} */
const PROVIDERS = ['openai', 'anthropic', 'gemini'];
/** @type {import('../../src/domain/seam').SystemId[]} */
const WITH_REGISTER = ['execution-rag', 'execution-rag-verified'];
/** @type {NonNullable<import('../../src/domain/seam').AgentSpec['ablation']>[]} */
const ABLATIONS = ['no-seed', 'no-updates', 'full-replay'];
/** Options that mean nothing where no model is asked. */
const OF_MODEL = /** @type {const} */ ([
  'base-url',
  'model',
  'provider',
  'tools',
  'concurrency',
  'timeout',
  'context-tokens',
  'spending-limit',
  'price',
]);
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

/** @param {string} name @param {string} text */
const amount = (name, text) => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new BadInput(`--${name} takes an amount, e.g. 0.5, not "${text}".`);
};

/** @param {string} text @returns {{ input: number, output: number }} */
const priceOf = (text) => {
  const [input, output, ...more] = text.split('/');
  if (input === undefined || output === undefined || more.length > 0)
    throw new BadInput(`--price takes IN/OUT for a million tokens each, e.g. 0.15/0.6, not "${text}".`);
  return { input: amount('price', input), output: amount('price', output) };
};

/**
 * Parts of the register that are left out, one a run.
 * @param {readonly string[]} given @param {readonly string[]} systems
 */
const readAblations = (given, systems) => {
  const ablations = given.map((name) => {
    const ablation = ABLATIONS.find((known) => known === name);
    if (ablation === undefined)
      throw new BadInput(`--ablation takes ${ABLATIONS.join(', ')}, not "${name}".`);
    return ablation;
  });
  if (ablations.length > 0 && !systems.some((system) => WITH_REGISTER.some((known) => known === system)))
    throw new BadInput(
      `--ablation is for systems with a register: name ${WITH_REGISTER.join(' or ')} with --system.`,
    );
  return [...new Set(ablations)];
};

/**
 * The endpoint that is asked, as options say it; null: nothing asks one.
 * @param {Partial<Record<string, unknown>>} given @param {readonly string[]} systems
 */
const readModel = (given, systems) => {
  /** @param {(typeof OF_MODEL)[number]} name */
  const text = (name) => /** @type {string | undefined} */ (given[name]);
  const asking = systems.filter((system) => WITH_MODEL.some((known) => known === system));
  if (given['judge-answers'] === true) {
    if (systems.every((system) => PROBES.some((probe) => probe === system)))
      throw new BadInput('--judge-answers is for systems that answer: name one with --system.');
    asking.push('--judge-answers');
  }
  if (asking.length === 0) {
    const idle = OF_MODEL.find((name) => text(name) !== undefined);
    if (idle === undefined) return null;
    throw new BadInput(
      `--${idle} is for what asks a model: name a system that does with --system, e.g. execution-rag, or judge answers with --judge-answers.`,
    );
  }
  const baseUrl = text('base-url')?.trim() ?? '';
  const name = text('model')?.trim() ?? '';
  if (baseUrl === '' || name === '')
    throw new BadInput(
      `${asking.join(', ')} asks a model: name its address with --base-url and itself with --model.`,
    );
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new BadInput('--base-url takes an address that begins with http:// or https://.');
  const provider = PROVIDERS.find((known) => known === (text('provider') ?? 'openai'));
  if (provider === undefined)
    throw new BadInput(`--provider takes ${PROVIDERS.join(', ')}, not "${text('provider')}".`);
  const tools = text('tools') ?? 'native';
  if (tools !== 'native' && tools !== 'text')
    throw new BadInput(`--tools takes native or text, not "${tools}".`);
  const price = text('price');
  return {
    baseUrl,
    model: name,
    provider,
    tools: /** @type {'native' | 'text'} */ (tools),
    concurrency: integer('concurrency', text('concurrency'), 4, 1, 32),
    tryTimeoutMs: integer('timeout', text('timeout'), 120, 5, 1800) * 1000,
    price: price === undefined ? null : priceOf(price),
  };
};

/** The key of the endpoint; empty: none. It has no option, because a command line is seen and kept by others. @param {Partial<Record<string, string>>} env */
export const readKey = (env) => env.HOPSCOPE_API_KEY?.trim() ?? '';

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
        run: { type: 'string', multiple: true },
        demo: { type: 'boolean' },
        retriever: { type: 'string' },
        system: { type: 'string', multiple: true },
        judge: { type: 'boolean' },
        'judge-answers': { type: 'boolean' },
        ablation: { type: 'string', multiple: true },
        k: { type: 'string' },
        'chunk-size': { type: 'string' },
        'chunk-overlap': { type: 'string' },
        out: { type: 'string' },
        chunks: { type: 'boolean' },
        cache: { type: 'string' },
        'fail-under': { type: 'string', multiple: true },
        'base-url': { type: 'string' },
        model: { type: 'string' },
        provider: { type: 'string' },
        tools: { type: 'string' },
        concurrency: { type: 'string' },
        timeout: { type: 'string' },
        loops: { type: 'string' },
        'context-tokens': { type: 'string' },
        'spending-limit': { type: 'string' },
        price: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    // What follows such an option may be a key, and is not quoted.
    if (argv.some((argument) => /^--(?:api-?)?key\b/i.test(argument)))
      throw new BadInput('The key is no option: put it into the environment variable HOPSCOPE_API_KEY.');
    throw new BadInput(`${error instanceof Error ? error.message : String(error)}`);
  }
  const retriever = values.retriever ?? 'hybrid';
  const retrievers = RETRIEVERS.filter((kind) => retriever === 'all' || retriever === kind);
  if (retrievers.length === 0) {
    throw new BadInput(`--retriever takes ${RETRIEVERS.join(', ')} or all, not "${retriever}".`);
  }
  const runs = values.run ?? [];
  const systems = (values.system ?? (runs.length > 0 ? [] : PROBES)).map((name) => {
    const system = SYSTEMS.find((known) => known === name);
    if (system === undefined) throw new BadInput(`--system takes ${SYSTEMS.join(', ')}, not "${name}".`);
    return system;
  });
  const demo = values.demo ?? false;
  if (values.help !== true) {
    if (demo && (values.corpus !== undefined || values.questions !== undefined)) {
      throw new BadInput('--demo brings its own corpus and questions: leave --corpus and --questions out.');
    }
    if (demo && runs.length > 0) throw new BadInput('--demo brings its own runs: leave --run out.');
    if (!demo && runs.length === 0 && values.questions === undefined)
      throw new BadInput('Name the questions with --questions FILE, or use --demo.');
    if (!demo && runs.length === 0 && values.corpus === undefined)
      throw new BadInput('Name the documents with --corpus DIR or FILE, or use --demo.');
  }
  const size = values['chunk-size'];
  const { loops, 'context-tokens': context, 'spending-limit': limit } = values;
  return {
    help: values.help ?? false,
    demo,
    corpus: values.corpus ?? [],
    questions: values.questions ?? [],
    runs,
    retrievers,
    systems,
    judge: values.judge ?? false,
    judgeAnswers: values['judge-answers'] ?? false,
    ablations: readAblations(values.ablation ?? [], systems),
    k: values.k === undefined && runs.length > 0 ? null : integer('k', values.k, 5, 1, 50),
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
    model: values.help === true ? null : readModel(values, systems),
    /** Does a system ask a model, and not only the judging? */
    asks: systems.some((system) => WITH_MODEL.includes(system)),
    /** Null: as many as is usual for each system. */
    loops: loops === undefined ? null : integer('loops', loops, 15, 1, 100),
    agent: {
      ...(context === undefined
        ? {}
        : { contextTokens: integer('context-tokens', context, 128_000, 1000, 100_000_000) }),
      ...(limit === undefined ? {} : { spendingLimit: amount('spending-limit', limit) }),
    },
    gates: (values['fail-under'] ?? []).map(gate),
  };
};
