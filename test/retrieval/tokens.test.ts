import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import { analyserId, createAnalyser } from '../../src/retrieval/lexical/analyser';
import { tokenise } from '../../src/retrieval/lexical/tokens';

describe('token rule words/1', () => {
  it.each([
    ["St. Mary'S School, Patiala (1875–1882)", ['st', 'mary', 's', 'school', 'patiala', '1875', '1882']],
    ['co-op snake_case U.S.A.', ['co', 'op', 'snake', 'case', 'u', 's', 'a']],
    ['Ærøskøbing MÜLLER Straße', ['ærøskøbing', 'müller', 'straße']],
    ['ﬁle ½ ⅻ Ｆｕｌｌ', ['file', '1', '2', 'xii', 'full']],
    ['Ame\u0301lie = Amélie', ['amélie', 'amélie']],
    ["it’s O'Brien", ['it', 's', 'o', 'brien']],
    ['  \n\t', []],
    ['', []],
    ['\u{1F600} 42', ['42']],
    ['東京都 is 京', ['東京', '京都', 'is', '京']],
    ['iPhone手机15', ['iphone', '手机', '15']],
    ['데이터', ['데이', '이터']],
    ['ラーメン', ['ラー', 'ーメ', 'メン']],
  ])('%j', (text, tokens) => {
    expect(tokenise(text)).toEqual(tokens);
  });

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('Mary', "'s", ' ', '東京', 'か゛', 'ﬁ', 'İ', 'ΟΔΟΣ', 'กี่', '한국', 'e\u0301', '-'),
      )
      .map((a) => a.join('')),
  );

  it('is idempotent: tokens joined by spaces are the same tokens', () => {
    fc.assert(
      fc.property(text, (value) => {
        const tokens = tokenise(value);
        expect(tokenise(tokens.join(' '))).toEqual(tokens);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on which of its two paths a text takes', () => {
    fc.assert(
      fc.property(text, (value) => {
        // A letter beyond the basic plane, at a distance, sends the whole text down the other path.
        expect(tokenise(`${value} \u{10428}`)).toEqual([...tokenise(value), '\u{10428}']);
      }),
      { numRuns: 3000 },
    );
  });

  it('treats canonically equivalent texts alike', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(tokenise(value.normalize('NFD'))).toEqual(tokenise(value.normalize('NFC')));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('analyser', () => {
  it('is the token rule alone by default', async () => {
    const analyser = await createAnalyser({ stemmer: null, stopWords: false });
    expect(analyser.terms('The running foxes')).toEqual(['the', 'running', 'foxes']);
    expect(analyser.id).toBe('words/1+no-stems+no-stop');
  });

  it('removes stop words, contractions cut by the token rule included, and stems what is left', async () => {
    const analyser = await createAnalyser({ stemmer: 'english', stopWords: true });
    expect(analyser.terms("The foxes weren't running")).toEqual(['fox', 'run']);
  });

  it('stems other languages', async () => {
    const german = await createAnalyser({ stemmer: 'german', stopWords: false });
    const [one, other] = [german.terms('Häuser'), german.terms('häusern')];
    expect(one).toEqual(other);
    expect(one).not.toEqual(['häuser']);
  });

  it('has another identity for every setting', () => {
    const ids = [null, 'english', 'german'].flatMap((stemmer) =>
      [true, false].map((stopWords) => analyserId({ stemmer, stopWords })),
    );
    expect(new Set(ids).size).toBe(6);
  });

  it('names the languages there are when asked for another', async () => {
    const refused = createAnalyser({ stemmer: 'klingon', stopWords: false });
    await expect(refused).rejects.toThrow(HopscopeError);
    await expect(refused).rejects.toThrow(/no stemmer for "klingon".*english/);
    await expect(createAnalyser({ stemmer: 'constructor', stopWords: false })).rejects.toThrow(/no stemmer/);
  });
});
