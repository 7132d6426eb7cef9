import { fillPlaceholders, placeholders } from '../domain/question';
import { AGENT_LOOPS } from '../domain/seam';
import { ANSWER_FORM, answerFrom, give } from './finish';
import { COMPOSE, composeRequest } from './prompts/compose';
import { DECOMPOSE } from './prompts/decompose';
import { opening } from './prompts/prompt';
import { type ListItem, readAnswer, readList } from './replies';
import { createSeen } from './seen';
import { withoutPlaceholders } from './sub-questions';
import { type System, topK } from './system';
import { createTalk } from './talk';

/** A plan made once, before anything was retrieved; a wrong answer on the way goes on into the next query. */
export const decompose: System = {
  id: 'decompose',
  label: 'Plan, then search',
  description:
    'The model plans sub-questions that one document each can answer, before anything is retrieved; each is searched with the answers that were read on the way filled in, and the model answers from everything retrieved, or abstains.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: true,
  searches: (_, loops) => loops,
  async run(episode) {
    const { question, k, loops } = episode;
    const talk = createTalk(episode);
    const plan = await talk.ask({
      purpose: 'plan',
      prompt: DECOMPOSE.id,
      messages: opening(DECOMPOSE, `Question: ${question.text}`),
      read: readList,
      form: 'Reply with numbered lines and nothing else, one sub-question a line.',
    });
    if (plan === null) {
      episode.answer(null);
      return;
    }
    const forced = plan.length > loops;
    if (forced) episode.limit('loops', plan.length, loops);
    const asked = plan.slice(0, loops);
    /** A later sub-question waits for the answer of this one. */
    const isBridge = ({ n }: ListItem, at: number): boolean =>
      asked.slice(at + 1).some(({ text }) => placeholders(text).includes(n));
    const seen = createSeen(episode);
    const known = new Map<number, string>();
    const steps: { asked: string; answer: string | null }[] = [];
    for (const [at, item] of asked.entries()) {
      const filled = fillPlaceholders(item.text, (n) => known.get(n));
      const unresolved = placeholders(filled);
      const open = withoutPlaceholders(filled);
      const query = unresolved.length === 0 ? filled : /[\p{L}\p{N}]/u.test(open) ? open : question.text;
      const search = await episode.search({ query, purpose: 'agent', hop: null, unresolved });
      const own = topK(search, k);
      await seen.add(own);
      let answer: string | null = null;
      if (unresolved.length > 0)
        episode.note(
          `Sub-question ${item.n} was searched without ${unresolved.map((n) => `#${n}`).join(', ')}, as no answer was read for it.`,
        );
      // What still misses a name would be answered for anyone.
      else if (isBridge(item, at)) {
        const reply = await answerFrom(talk, query, await episode.passages(own), 'answer on the way');
        answer = reply?.text ?? null;
        if (answer !== null) known.set(item.n, answer);
      }
      steps.push({ asked: query, answer });
    }
    const reply = await talk.ask({
      purpose: 'answer',
      prompt: COMPOSE.id,
      messages: opening(COMPOSE, composeRequest(question.text, steps, seen.passages)),
      read: readAnswer,
      form: ANSWER_FORM,
    });
    give(episode, reply, forced);
  },
};
