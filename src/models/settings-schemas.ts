/**
 * What the settings of a model may say, one schema a file of the Hub's layout. They come from outside (dropped files,
 * the Hub), so every number has bounds, every text a length, and each check says in words what is allowed.
 */
import * as v from 'valibot';

/** Classes of a sequence classifier; each is a choice in a list. */
export const MOST_CLASSES = 256;
const MOST_POSITIONS = 16_777_216;
const MOST_VOCABULARY = 16_777_216;
/** Fewest tokens of a row in which a question and a passage have room beside each other. */
export const FEWEST_TOKENS = 32;

const whole = (from: number, to: number) => {
  const allowed = `a whole number from ${from} to ${to}`;
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(from, allowed), v.maxValue(to, allowed));
};

const within = (from: number, to: number) => {
  const allowed = `a number from ${from} to ${to}`;
  return v.pipe(v.number(allowed), v.minValue(from, allowed), v.maxValue(to, allowed));
};

/** What cannot be seen, or turns what stands beside it around, makes one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const words = (most: number, allowed = `a text of 1 to ${most} characters`) =>
  v.pipe(v.string(allowed), v.minLength(1, allowed), v.maxLength(most, allowed));

const NAME = 'a visible name of 1 to 100 characters';
const name = v.pipe(
  words(100, NAME),
  v.check((text) => text.trim() !== '' && !UNSEEN.test(text), NAME),
);

const CLASSES = `the classes 0, 1, 2 … without a gap, at most ${MOST_CLASSES}, each with ${NAME}`;
const isClasses = (classes: Readonly<Record<string, unknown>>): boolean => {
  const keys = Object.keys(classes);
  return (
    keys.length > 0 && keys.length <= MOST_CLASSES && keys.every((_, i) => Object.hasOwn(classes, String(i)))
  );
};

/** `config.json` of an encoder or a classifier. What it leaves out or sets to null is not said. */
export const ConfigSchema = v.object({
  model_type: v.nullish(name),
  hidden_size: v.nullish(whole(1, 65_536)),
  max_position_embeddings: v.nullish(whole(FEWEST_TOKENS, MOST_POSITIONS)),
  vocab_size: v.nullish(whole(1, MOST_VOCABULARY)),
  // 0: a model without segments says so.
  type_vocab_size: v.nullish(whole(0, 1024)),
  num_labels: v.nullish(whole(1, MOST_CLASSES)),
  // Counted before its names are looked at.
  id2label: v.nullish(
    v.pipe(
      v.custom<Record<string, unknown>>(
        (value) =>
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          isClasses(value as Record<string, unknown>),
        CLASSES,
      ),
      v.record(v.string(), name, CLASSES),
    ),
  ),
});

/** `presence.json`, as `training/` writes it. */
export const PresenceSchema = v.object({
  maxTokens: whole(FEWEST_TOKENS, 512),
  stride: whole(0, 512),
  maxAnswerTokens: whole(1, 512),
  // What the logits are divided by: outside of this every probability is 0, 1 or one half.
  temperature: within(0.01, 100),
  threshold: within(0, 1),
  nullMargin: within(-1000, 1000),
  outputs: v.pipe(v.array(name, 'a list of at most 16 names'), v.maxLength(16, 'a list of at most 16 names')),
  canary: v.object(
    {
      question: words(2000),
      passage: words(20_000),
      presence: within(-1000, 1000),
      margin: within(-1000, 1000),
    },
    'an example with question, passage, presence and margin',
  ),
});

/** `sentence_bert_config.json`; null: the model's own limit. */
export const SentenceBertSchema = v.object({
  max_seq_length: v.nullish(whole(8, MOST_POSITIONS)),
});

const YES_NO = 'true or false';

/** `config.json` of the pooling module, in both forms. */
export const PoolingSchema = v.object({
  pooling_mode: v.nullish(words(100)),
  pooling_mode_mean_tokens: v.nullish(v.boolean(YES_NO)),
  pooling_mode_cls_token: v.nullish(v.boolean(YES_NO)),
  pooling_mode_lasttoken: v.nullish(v.boolean(YES_NO)),
});

const FOLDER = 'the name of a folder inside the model’s own, without ".." or ":"';

/** `modules.json`. A path is asked for as a file of the model, so it must not lead out of it. */
export const ModulesSchema = v.pipe(
  v.array(
    v.object({
      type: v.nullish(
        v.pipe(
          v.string('a text of up to 300 characters'),
          v.maxLength(300, 'a text of up to 300 characters'),
        ),
      ),
      path: v.nullish(
        v.pipe(
          v.string(FOLDER),
          v.maxLength(200, FOLDER),
          v.check((path) => !/\.\.|[:\\]|^\/|[\p{Cc}]/u.test(path), FOLDER),
        ),
      ),
    }),
    'a list of at most 32 modules',
  ),
  v.maxLength(32, 'a list of at most 32 modules'),
);

const PROMPT = 'a text of up to 2000 characters';

/** `config_sentence_transformers.json`: what is put before queries and passages. */
export const PromptsSchema = v.object({
  prompts: v.nullish(
    v.record(
      v.string(),
      v.nullish(v.pipe(v.string(PROMPT), v.maxLength(2000, PROMPT))),
      'texts by the name of their use',
    ),
  ),
});
