import { describe, expect, it } from 'vitest';
import { hopAsked } from '../../src/domain/asked-hop';
import type { Question } from '../../src/domain/question';
import { CHAIN } from '../systems/tiny-search';

describe('which hop a query asks for', () => {
  const asks = hopAsked(CHAIN);

  it.each<[string, number | null]>([
    ['Who designed the Ostra Bridge?', 1],
    ['architect of Ostra Bridge', null],
    ['Which person designed this Ostra Bridge', 1],
    ['Who was the teacher of Mira Tal?', 2],
    ['Mira Tal', 2],
    // A query that went after another entity still asks for that hop.
    ['Who was the teacher of Bob Roe?', 2],
    ['Where was Bob Roe born?', 3],
    ['Jonas Vey birthplace', 3],
    ['Mira Tal learned from Jonas Vey, so where Jonas Vey was born is to be found.', 3],
    [CHAIN.text, null],
    ['cheese of the mountains', null],
    ['where was he', null],
    ['', null],
  ])('%j', (query, hop) => {
    expect(asks(query)).toBe(hop);
  });

  it('prefers the hop to a question of the same words, and the earlier of equal hops', () => {
    const hops = CHAIN.hops.slice(0, 1);
    const one: Question = { ...CHAIN, text: hops[0]?.question ?? '', hops };
    expect(hopAsked(one)('Who designed the Ostra Bridge?')).toBe(1);
    const same = { answers: [], dependsOn: [], gold: [], question: 'When was it built?' };
    const two: Question = {
      ...CHAIN,
      hops: [
        { id: 7, ...same },
        { id: 3, ...same },
      ],
    };
    expect(hopAsked(two)('when built')).toBe(7);
  });

  it('without labelled hops nothing is asked for one; scripts without spaces are read by the character', () => {
    expect(hopAsked({ ...CHAIN, hops: [] })('Who designed the Ostra Bridge?')).toBeNull();
    const hop = { answers: [], dependsOn: [], gold: [] };
    const question: Question = {
      ...CHAIN,
      text: '橋の設計者の師はどこで生まれたか',
      hops: [
        { id: 1, ...hop, question: '橋を設計したのは誰か' },
        { id: 2, ...hop, question: '師の故郷' },
      ],
    };
    expect(hopAsked(question)('誰が橋を設計したか')).toBe(1);
    expect(hopAsked(question)('師の故郷は')).toBe(2);
  });
});
