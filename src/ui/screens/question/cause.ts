/** The evidence behind a failure category, in sentences about this question. Pure. */
import type { Category } from '../../../domain/category';
import type { GoldDiagnosis, QuestionDiagnosis } from '../../../domain/diagnosis';
import type { QuestionEvent } from '../../../domain/trace';
import { certificateSource } from '../../components/chain/words';
import { CAUSE } from '../../messages/causes';
import { BUDGET } from '../../messages/trace';
import type { Voice } from './voices';

interface Facts {
  diagnosis: Pick<QuestionDiagnosis, 'golds' | 'match' | 'premature'>;
  events: readonly QuestionEvent[];
  voices: readonly Voice[];
  k: number;
  titleOf: (gold: string) => string;
}

const isInCorpus = ({ mapping }: GoldDiagnosis): boolean => mapping === 'mapped' || mapping === 'ambiguous';

/** What another query found of a passage that was missed, and of a passage that none has found, what that proves. */
const missed = ({ diagnosis, k, titleOf }: Facts): string[] =>
  diagnosis.golds
    .filter((gold) => !gold.retrieved && isInCorpus(gold))
    .map(({ gold, certificate }) => {
      const title = titleOf(gold.id);
      if (certificate === null) return CAUSE.unreached(title, k);
      const { rank, query, level } = certificate;
      const asked = certificateSource(certificate);
      const source = level === 'A' ? CAUSE.shownLess(asked) : asked;
      return CAUSE.reached({ title, rank, query, level, source });
    });

const gaveUp = ({ events }: Facts): string[] => {
  const forced = events.some((event) => event.event === 'answer' && event.forced);
  const limits = events.flatMap((event) => (event.event === 'limit' ? [BUDGET.limit(event)] : []));
  if (!forced) return [CAUSE.abstained];
  return limits.length > 0 ? limits : [CAUSE.forced];
};

const judgeError = ({ diagnosis, voices }: Facts): string[] => [
  ...voices.flatMap(({ kind, name, verdict, reason }) =>
    kind === 'judge' && verdict === 'incorrect' ? [CAUSE.judgedBy(name, reason)] : [],
  ),
  ...(voices.some(({ kind, verdict }) => kind === 'person' && verdict === 'correct') ? [CAUSE.byPerson] : []),
  ...(diagnosis.match?.contain === true ? [CAUSE.contains] : []),
];

/** No sentence where the category's own definition says all there is to say. */
export const causeOf = (category: Category, facts: Facts): string[] => {
  switch (category) {
    case 'judge-error':
      return judgeError(facts);
    case 'gave-up':
      return gaveUp(facts);
    case 'search-drift':
    case 'unreached':
      return missed(facts);
    case 'not-in-corpus':
      return facts.diagnosis.golds
        .filter((gold) => !isInCorpus(gold))
        .map(({ gold }) => CAUSE.notInCorpus(facts.titleOf(gold.id)));
    case 'false-resolution':
      return [CAUSE.premature(facts.diagnosis.premature.length)];
    case 'reasoning-error':
    case 'unlabelled':
      return [];
  }
};
