/** Who has said what of the answer of a question, and whose word counts (05.8). Pure. */
import {
  type AnswerVerdict,
  answerKey,
  type JudgedAnswer,
  mergeAnswers,
  PERSON,
  type RecordedAnswer,
} from '../../../domain/answer-judgement';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import { judgeName } from '../../../domain/names';
import type { AnswerEvent, QuestionEvent } from '../../../domain/trace';
import { ANSWER, matchWords } from '../../messages/said-of-answers';

export interface Voice {
  kind: 'person' | 'judge' | 'run' | 'match';
  name: string;
  verdict: AnswerVerdict | 'undecided';
  reason: string;
  /** Its word is what the diagnosis counts. */
  counts: boolean;
}

/** The run's last answer as judges are asked about it; null: the run gave none. */
export const answerGiven = (
  { id, text, answers }: QuestionDiagnosis['question'],
  events: readonly QuestionEvent[],
): { answer: JudgedAnswer; abstained: boolean } | null => {
  const event = events.findLast((one): one is AnswerEvent => one.event === 'answer');
  return event === undefined
    ? null
    : {
        answer: { question: id, asked: text, gold: [...answers], answer: event.text },
        abstained: event.abstained,
      };
};

const compared = ({ match }: Pick<QuestionDiagnosis, 'match'>): Omit<Voice, 'counts'>[] =>
  match === null
    ? []
    : [
        {
          kind: 'match',
          name: ANSWER.match,
          verdict: match.contain === null ? 'undecided' : match.contain ? 'correct' : 'incorrect',
          reason: matchWords(match),
        },
      ];

/** `reads`: nobody else has said so, and the diagnosis takes the answer for an abstention all the same: by its words. */
const runAbstains = (says: boolean, reads: boolean): Omit<Voice, 'counts'>[] =>
  says || reads
    ? [
        {
          kind: 'run',
          name: ANSWER.run,
          verdict: 'abstained',
          reason: says ? ANSWER.ranAbstains : ANSWER.readsAbstained,
        },
      ]
    : [];

/** In the order in which they count: a person, the LLM judges (the last first), the run's own abstention, the words. */
export const voicesOf = (
  diagnosis: Pick<QuestionDiagnosis, 'question' | 'match' | 'abstained'>,
  events: readonly QuestionEvent[],
  records: readonly RecordedAnswer[],
): Voice[] => {
  const given = answerGiven(diagnosis.question, events);
  if (given === null) return [];
  const key = answerKey(given.answer);
  const said = mergeAnswers(records, []).filter(
    (record) => record.withdrawn !== true && answerKey(record) === key,
  );
  const voices: Omit<Voice, 'counts'>[] = [
    ...said
      .filter(({ by }) => by === PERSON)
      .map(({ verdict, reason }) => ({ kind: 'person' as const, name: ANSWER.you, verdict, reason })),
    ...said
      .filter(({ by }) => by !== PERSON)
      .toReversed()
      .map(({ by, verdict, reason }) => ({
        kind: 'judge' as const,
        name: ANSWER.judge(judgeName(by)),
        verdict,
        reason: reason === '' ? ANSWER.noReason : reason,
      })),
    ...runAbstains(given.abstained, diagnosis.abstained === true && said.length === 0),
    ...compared(diagnosis),
  ];
  return voices.map((voice, at) => ({ ...voice, counts: at === 0 }));
};

/** What a person has said of it; null: nothing, or it was taken back. */
export const personSaid = (voices: readonly Voice[]): Voice['verdict'] | null =>
  voices.find(({ kind }) => kind === 'person')?.verdict ?? null;
