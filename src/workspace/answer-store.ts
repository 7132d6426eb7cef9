/** What was said of answers (05.8). */
import * as v from 'valibot';
import {
  ANSWER_JUDGEMENTS_SCHEMA,
  AnswerJudgementsSchema,
  mergeAnswers,
  type RecordedAnswer,
} from '../domain/answer-judgement';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';
import { createPersonRecords } from './person-records';

type AnswerStore = Pick<WorkspaceStore, 'readAnswers' | 'keepAnswers'>;

export const answersKey = (workspace: string): string => `answer-judgements/${workspace}`;

export const createAnswerStore = (base: Base): AnswerStore => {
  const { read, change } = createPersonRecords<RecordedAnswer>(base, {
    keyOf: answersKey,
    open: (record) => {
      const parsed = v.safeParse(AnswerJudgementsSchema, record);
      return parsed.success ? parsed.output.judgements : null;
    },
    seal: (judgements) => ({ schema: ANSWER_JUDGEMENTS_SCHEMA, judgements }),
    name: 'judgements of answers',
  });
  return {
    readAnswers: read,
    keepAnswers: (id, added) => change(id, (current) => mergeAnswers(current, added)),
  };
};
