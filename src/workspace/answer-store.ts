/** What was said of answers (05.8), kept beside the workspace's record: a person's word must be kept when the key is up. */
import * as v from 'valibot';
import {
  ANSWER_JUDGEMENTS_SCHEMA,
  AnswerJudgementsSchema,
  mergeAnswers,
  type RecordedAnswer,
} from '../domain/answer-judgement';
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';

type AnswerStore = Pick<WorkspaceStore, 'readAnswers' | 'keepAnswers'>;

export const answersKey = (workspace: string): string => `answer-judgements/${workspace}`;

/** Throws `damaged` rather than dropping the work of a person. */
const judgementsIn = (record: unknown): RecordedAnswer[] => {
  if (record === undefined) return [];
  const parsed = v.safeParse(AnswerJudgementsSchema, record);
  if (parsed.success) return parsed.output.judgements;
  throw new HopscopeError(
    'damaged',
    'The stored judgements of answers of this workspace cannot be read by this Hopscope: open it with the one that made them.',
  );
};

export const createAnswerStore = ({ metadata, load, assertWritable }: Base): AnswerStore => ({
  async readAnswers(id) {
    await load(id);
    return judgementsIn(await metadata.get('settings', answersKey(id)));
  },
  async keepAnswers(id, added) {
    await assertWritable(id);
    await load(id);
    let judgements: RecordedAnswer[] = [];
    await metadata.update('settings', answersKey(id), (current) => {
      judgements = mergeAnswers(judgementsIn(current), added);
      return { schema: ANSWER_JUDGEMENTS_SCHEMA, judgements };
    });
    return judgements;
  },
});
