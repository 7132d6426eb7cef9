import { parseArgs } from 'node:util';
import { PERSONALITIES } from './players.mjs';

export const USAGE = `A scripted model behind an OpenAI-compatible address, for tests and for trying the app. It is not a language model:
it knows the labels of the questions it is given, and replies by them.

Usage: node scripts/test-llm/serve.mjs --questions FILE [options]

  --questions FILE     labelled questions: JSON lines of MuSiQue or of Hopscope's own format
  --personality NAME   ${PERSONALITIES.join(' | ')}  (default oracle)
  --chosen SHARE       share of the questions for which it plays it; the oracle plays the others  (default 1)
  --tools native|text  text: it refuses requests with tools, as some servers do  (default native)
  --faults SHARE       share of the calls that get 429, 500, no answer or half of one  (default 0)
  --seed N             of which calls those are  (default 1)
  --key KEY            refuse calls without this key
  --port N             (default 8808)
  --help`;

/** What a wrong call says. */
export class BadOption extends Error {}

/** @param {string} name @param {string | undefined} text @param {number} otherwise @param {number} high @param {boolean} whole */
const number = (name, text, otherwise, high, whole) => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= high && (!whole || Number.isInteger(value))) return value;
  throw new BadOption(`--${name} takes a ${whole ? 'whole ' : ''}number from 0 to ${high}, not "${text}".`);
};

/** @param {string[]} argv @throws {BadOption} */
export const readServeOptions = (argv) => {
  let values;
  try {
    ({ values } = parseArgs({
      args: argv,
      strict: true,
      options: {
        questions: { type: 'string' },
        personality: { type: 'string' },
        chosen: { type: 'string' },
        tools: { type: 'string' },
        faults: { type: 'string' },
        seed: { type: 'string' },
        key: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean' },
      },
    }));
  } catch (thrown) {
    throw new BadOption(thrown instanceof Error ? thrown.message : String(thrown));
  }
  const { questions = null, tools = 'native', help = false } = values;
  if (questions === null && !help) throw new BadOption('Name the questions with --questions FILE.');
  const personality = PERSONALITIES.find((name) => name === (values.personality ?? 'oracle'));
  if (personality === undefined)
    throw new BadOption(`--personality takes ${PERSONALITIES.join(', ')}, not "${values.personality}".`);
  if (tools !== 'native' && tools !== 'text')
    throw new BadOption(`--tools takes native or text, not "${tools}".`);
  return {
    help,
    questions: questions ?? '',
    personality,
    chosen: number('chosen', values.chosen, 1, 1, false),
    tools: /** @type {'native' | 'text'} */ (tools),
    faults: {
      share: number('faults', values.faults, 0, 1, false),
      seed: number('seed', values.seed, 1, Number.MAX_SAFE_INTEGER, true),
    },
    key: values.key ?? null,
    port: number('port', values.port, 8808, 65535, true),
  };
};
