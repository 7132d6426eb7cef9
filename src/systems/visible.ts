import type { Question } from '../domain/question';
import type { RunHeader } from '../domain/trace';
import type { System } from './system';

/**
 * The question as a system may see it: labels that it must not know are not there, so that it cannot use them by
 * mistake. Sub-questions come without answers and without gold passages.
 */
export const visibleTo = (needs: System['needs'], question: Question): Question => {
  if (needs === 'labels') return question;
  const { id, text, source } = question;
  const hops = needs === 'nothing' ? [] : question.hops.map((hop) => ({ ...hop, answers: [], gold: [] }));
  return { id, text, source, answers: [], answerable: true, hops, gold: [] };
};

/** Does anything of the run look at labels: a probe, or an intervention whose policy is `oracle`? */
export const seesLabels = (
  { needs }: Pick<System, 'needs'>,
  { parameters }: { parameters: { intervention?: RunHeader['parameters']['intervention'] | null } },
): boolean => needs === 'labels' || parameters.intervention?.policy === 'oracle';
