/** Settings of models come from outside: each odd value is refused in a sentence with file, field, value and what is allowed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import { classifierFromFolder } from '../../src/models/classifier/folder';
import { createPairTokenizer } from '../../src/models/classifier/pair-tokenizer';
import type { ModelFiles } from '../../src/models/files';
import { entryFromFolder } from '../../src/models/model-folder';
import { tokenizerJson } from '../support/classifier-lanes';

type Contents = Record<string, unknown>;
const filesOf = (contents: Contents): ModelFiles => ({
  read: async (path) =>
    path in contents
      ? Uint8Array.from(
          new TextEncoder().encode(
            typeof contents[path] === 'string' ? contents[path] : JSON.stringify(contents[path]),
          ),
        )
      : null,
});
const folderOf = (contents: Contents) => ({
  id: 'own',
  source: 'files' as const,
  revision: 'r',
  paths: Object.keys(contents),
  known: [],
});
const base = { 'tokenizer.json': {}, 'onnx/model.onnx': '' };
const classifierOf = (contents: Contents) => {
  const all = { ...base, ...contents };
  return classifierFromFolder(filesOf(all), { ...folderOf(all), present: null });
};
const encoderOf = (contents: Contents) => {
  const all = { ...base, 'config.json': { hidden_size: 8 }, ...contents };
  return entryFromFolder(filesOf(all), { ...folderOf(all), pooling: 'mean' });
};
const refusal = async (work: Promise<unknown>): Promise<HopscopeError> => {
  const error = await work.then(
    (value) => value,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HopscopeError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
};
/** As text, because JSON.stringify has no word for what JSON can hold beyond numbers. */
const withText = (field: string, text: string): string => `{"hidden_size":8,"${field}":${text}}`;

const PRESENCE = {
  maxTokens: 256,
  stride: 96,
  maxAnswerTokens: 30,
  temperature: 1.7,
  threshold: 0.42,
  nullMargin: -0.5,
  outputs: ['presence', 'start_logits', 'end_logits'],
  canary: { question: 'q', passage: 'p', presence: 0.1, margin: -1 },
};

describe('config.json', () => {
  it.each([
    ['num_labels', '3000000', '3000000', 'a whole number from 1 to 256'],
    ['num_labels', '0', '0', 'from 1 to 256'],
    ['num_labels', '-2', '-2', 'from 1 to 256'],
    ['num_labels', '2.5', '2.5', 'a whole number'],
    ['num_labels', '"3"', '"3"', 'a whole number'],
    ['num_labels', '1e999', 'Infinity', 'a whole number'],
    ['max_position_embeddings', '0', '0', 'from 32 to'],
    ['max_position_embeddings', '-1', '-1', 'from 32 to'],
    ['max_position_embeddings', '511.5', '511.5', 'a whole number'],
    ['max_position_embeddings', '1e30', '1e+30', 'a whole number'],
    ['max_position_embeddings', '"512"', '"512"', 'a whole number'],
    ['vocab_size', '0', '0', 'a whole number from 1'],
    ['vocab_size', '1e12', '1000000000000', 'a whole number from 1'],
    ['type_vocab_size', '-1', '-1', 'from 0 to 1024'],
    ['type_vocab_size', '[2]', '[2]', 'from 0 to 1024'],
    ['model_type', '"a\\u202eb"', '"a�b"', 'a visible name'],
  ])('%s of %s is refused, by classifier and encoder alike', async (field, text, value, allowed) => {
    for (const folder of [classifierOf, encoderOf]) {
      const error = await refusal(folder({ 'config.json': withText(field, text) }));
      expect(error).toMatchObject({ code: 'bad-input', detail: field });
      expect(error.message).toContain(`"config.json" cannot be used: "${field}" is ${value} and must be`);
      expect(error.message).toContain(allowed);
    }
  });

  it.each([
    ['hidden_size', '-8'],
    ['hidden_size', '1e9'],
    ['hidden_size', '"8"'],
  ])('%s of %s is refused for an encoder', async (field, text) => {
    const error = await refusal(encoderOf({ 'config.json': `{"${field}":${text}}` }));
    expect(error).toMatchObject({ code: 'bad-input', detail: field });
  });

  it.each([
    ['a gap', { 0: 'no', 2: 'yes' }],
    ['a start at one', { 1: 'no', 2: 'yes' }],
    ['no number', { no: 'a', yes: 'b' }],
    ['an odd number', { 0: 'no', '01': 'yes' }],
    ['nothing', {}],
    ['a list', ['no', 'yes']],
    ['too many', Object.fromEntries(Array.from({ length: 257 }, (_, i) => [i, `c${i}`]))],
  ])('id2label with %s is refused as a whole', async (_, id2label) => {
    const error = await refusal(classifierOf({ 'config.json': { id2label } }));
    expect(error).toMatchObject({ code: 'bad-input', detail: 'id2label' });
    expect(error.message).toContain('without a gap, at most 256');
  });

  it.each([
    ['turned around', 'yes\u202e'],
    ['unseen', '\u200b'],
    ['blank', '   '],
    ['empty', ''],
    ['endless', 'x'.repeat(101)],
    ['a number', 1],
    ['null', null],
  ])('a name of a class that is %s is refused', async (_, name) => {
    const error = await refusal(classifierOf({ 'config.json': { id2label: { 0: 'no', 1: name } } }));
    expect(error).toMatchObject({ code: 'bad-input', detail: 'id2label.1' });
    expect(error.message).toContain('a visible name of 1 to 100 characters');
    expect(error.message.length).toBeLessThan(250);
  });

  it('names as many classes as it counts', async () => {
    const error = await refusal(
      classifierOf({ 'config.json': { num_labels: 3, id2label: { 0: 'no', 1: 'yes' } } }),
    );
    expect(error.message).toMatch(/"num_labels" is 3 and must be 2, as many as "id2label" names/);
  });

  it('that leaves a field out, or sets it to null, says nothing with it', async () => {
    const silent = { max_position_embeddings: null, id2label: null, num_labels: null, type_vocab_size: null };
    expect(await classifierOf({ 'config.json': silent })).toEqual(await classifierOf({ 'config.json': {} }));
    expect(await classifierOf({ 'config.json': {} })).toMatchObject({ longest: 512, segments: null });
  });

  it.each(['[]', 'null', '7', '"text"'])('that is %s is no object', async (text) => {
    for (const folder of [classifierOf, encoderOf]) {
      const error = await refusal(folder({ 'config.json': text }));
      expect(error.message).toContain(`it is ${text} and must be an object of settings`);
    }
  });

  it('of a gigantic size, and NaN as Python writes it, are refused', async () => {
    const large = await refusal(classifierOf({ 'config.json': `{"a":"${'x'.repeat(1 << 20)}"}` }));
    expect(large.message).toMatch(/has \d+ bytes, and settings have at most 1048576/);
    const none = await refusal(classifierOf({ 'config.json': '{"num_labels": NaN}' }));
    expect(none.message).toContain('"config.json" is not valid JSON');
  });

  it('of RoBERTa needs its two positions on top', async () => {
    const error = await refusal(
      classifierOf({ 'config.json': { model_type: 'roberta', max_position_embeddings: 33 } }),
    );
    expect(error.message).toMatch(/"max_position_embeddings" is 33 and must be at least 34/);
  });

  it('never gives a row without room, nor more classes than can be listed, whatever it says', async () => {
    const odd = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.constant(Number.POSITIVE_INFINITY),
      fc.string(),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            num_labels: odd,
            max_position_embeddings: odd,
            type_vocab_size: odd,
            vocab_size: odd,
            id2label: fc.oneof(odd, fc.dictionary(fc.string(), odd)),
          },
          { requiredKeys: [] },
        ),
        async (config) => {
          let entry: Awaited<ReturnType<typeof classifierOf>>;
          try {
            entry = await classifierOf({ 'config.json': config });
          } catch (error) {
            expect(error).toMatchObject({ code: 'bad-input' });
            return;
          }
          expect(entry.labels.length).toBeLessThanOrEqual(256);
          expect(entry.longest).toBeGreaterThanOrEqual(32);
          expect(entry.longest).toBeLessThanOrEqual(512);
          expect(entry.maxTokens / 2 - entry.stride).toBeGreaterThanOrEqual(entry.maxTokens / 8);
        },
      ),
    );
  });
});

describe('presence.json', () => {
  const configured = (change: object) =>
    classifierOf({ 'config.json': {}, 'presence.json': { ...PRESENCE, ...change } });

  it.each([
    [{ stride: -1 }, 'stride', 'from 0 to 512'],
    [{ stride: 97 }, 'stride', 'at most 96, three eighths of "maxTokens"'],
    [{ stride: 12.5 }, 'stride', 'a whole number'],
    [{ maxTokens: 0 }, 'maxTokens', 'from 32 to 512'],
    [{ temperature: 0 }, 'temperature', 'a number from 0.01 to 100'],
    [{ temperature: -1 }, 'temperature', 'a number from 0.01 to 100'],
    [{ temperature: '1.5' }, 'temperature', 'a number from 0.01 to 100'],
    [{ threshold: 2 }, 'threshold', 'from 0 to 1'],
    [{ nullMargin: null }, 'nullMargin', 'from -1000 to 1000'],
    [{ maxAnswerTokens: 1e9 }, 'maxAnswerTokens', 'from 1 to 512'],
    [{ outputs: 'presence' }, 'outputs', 'a list'],
    [{ canary: null }, 'canary', 'an example'],
    [{ canary: { ...PRESENCE.canary, presence: 'high' } }, 'canary.presence', 'from -1000 to 1000'],
  ])('with %o is refused', async (change, field, allowed) => {
    const error = await refusal(configured(change));
    expect(error).toMatchObject({ code: 'bad-input', detail: field });
    expect(error.message).toContain(`"presence.json" cannot be used: "${field}" is `);
    expect(error.message).toContain(allowed);
  });

  it('without a field is told which, and what it must be', async () => {
    const { temperature: _, ...rest } = PRESENCE;
    const error = await refusal(classifierOf({ 'config.json': {}, 'presence.json': rest }));
    expect(error.message).toContain('"temperature" is missing and must be a number from 0.01 to 100.');
    const { margin: __, ...canary } = PRESENCE.canary;
    expect((await refusal(configured({ canary }))).message).toContain('"canary.margin" is missing');
  });

  it('cannot read more than config.json has positions for', async () => {
    const error = await refusal(
      classifierOf({ 'config.json': { max_position_embeddings: 128 }, 'presence.json': PRESENCE }),
    );
    expect(error.message).toMatch(/"maxTokens" is 256 and must be at most 128/);
  });
});

describe('the files beside it, of an encoder', () => {
  it.each([
    ['sentence_bert_config.json', { max_seq_length: -5 }, 'max_seq_length'],
    ['sentence_bert_config.json', { max_seq_length: '128' }, 'max_seq_length'],
    ['modules.json', [{ path: '../../other', type: 'x.Pooling' }], '0.path'],
    ['modules.json', [{ path: 'https://example.org/x', type: 'x.Pooling' }], '0.path'],
    ['modules.json', [{ path: '/x', type: 'x.Pooling' }], '0.path'],
    ['modules.json', {}, ''],
    ['1_Pooling/config.json', { pooling_mode_mean_tokens: 'yes' }, 'pooling_mode_mean_tokens'],
    ['config_sentence_transformers.json', { prompts: { query: 7 } }, 'prompts.query'],
    ['config_sentence_transformers.json', { prompts: { query: 'x'.repeat(2001) } }, 'prompts.query'],
  ])('%s with %o is refused', async (path, value, field) => {
    const error = await refusal(encoderOf({ [path]: value }));
    expect(error).toMatchObject({ code: 'bad-input', detail: field });
    expect(error.message).toContain(`"${path}" cannot be used`);
  });

  it('may say null where the model decides', async () => {
    expect(await encoderOf({ 'sentence_bert_config.json': { max_seq_length: null } })).toMatchObject({
      maxTokens: 512,
    });
  });
});

it('a model of one segment is given no second one, whatever its tokenizer counts', () => {
  expect(createPairTokenizer(tokenizerJson).types).toEqual([0, 1]);
  const one = createPairTokenizer(tokenizerJson, {}, 1);
  expect(one.types).toEqual([0, 0]);
  expect(one.frames.flatMap(({ types }) => types)).toEqual([0, 0, 0]);
});
