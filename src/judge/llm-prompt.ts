import type { ChatMessage } from '../domain/llm';
import type { JudgedPassage } from './judge';

/** Raised with every change of the words below: recorded judgements of two versions are not the same judge's. */
export const LLM_JUDGE_PROMPT = 'fact-presence/1';

const SYSTEM = `You check whether passages state a fact. You are given a question and numbered passages.
Decide from the passages alone; what you know from elsewhere does not count, and neither does what is likely.
ANSWERABLE: a reader who knows nothing else could answer the question from the passages, because they say it or because it follows from what they say.
NOT-ANSWERABLE: the passages leave it open. A passage that names the same person, place or thing without saying what is asked leaves it open.
Reply with one line, the verdict first, then a dash, the number of the passage where the fact stands if there is one, and a reason of at most 20 words:
ANSWERABLE - [2] reason
NOT-ANSWERABLE - reason`;

interface Example {
  question: string;
  passages: string[];
  reply: string;
}

/** One of each kind of case, from an invented world, so that no example can be answered from memory. */
const EXAMPLES: readonly Example[] = [
  // Direct match.
  {
    question: 'Which river does the Harrowgate Bridge cross?',
    passages: [
      'The town of Velm holds a fair every autumn.',
      'Harrowgate Bridge carries the post road over the river Sull.',
    ],
    reply: 'ANSWERABLE - [2] The bridge is said to carry the road over the river Sull.',
  },
  // Implied answer.
  {
    question: 'In which country was Orla Venn born?',
    passages: ['Orla Venn was born in Tessary, the capital of Ostmark, and learnt to carve from her aunt.'],
    reply: 'ANSWERABLE - [1] She was born in Tessary, which is the capital of Ostmark.',
  },
  // The entity without the relation.
  {
    question: 'Who composed the opera The Salt Garden?',
    passages: [
      'The Salt Garden opened at the Marlen Theatre and ran for forty nights. Its costumes were sewn by Ida Prest.',
    ],
    reply: 'NOT-ANSWERABLE - The opera is named with its theatre and costumes, but no composer.',
  },
  // The fact is missing.
  {
    question: 'When was the Quill Library founded?',
    passages: [
      'Velm lies on a plain north of the Sull and is known for its orchards.',
      'The guild of dyers kept its records in the town hall.',
    ],
    reply: 'NOT-ANSWERABLE - No passage speaks of the library.',
  },
];

const userMessage = (question: string, passages: readonly string[]): string =>
  `Question: ${question}\n\nPassages:\n${
    passages.length === 0 ? '(none)' : passages.map((text, at) => `[${at + 1}] ${text}`).join('\n\n')
  }`;

/** The messages of one judgement: instructions, the four examples, then the case. The gold answer is in none of them. */
export const judgeMessages = (subQuestion: string, passages: readonly JudgedPassage[]): ChatMessage[] => [
  { role: 'system', content: SYSTEM },
  ...EXAMPLES.flatMap(({ question, passages: texts, reply }): ChatMessage[] => [
    { role: 'user', content: userMessage(question, texts) },
    { role: 'assistant', content: reply },
  ]),
  {
    role: 'user',
    content: userMessage(
      subQuestion,
      passages.map(({ text }) => text),
    ),
  },
];
