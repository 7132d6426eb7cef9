/** All readers. A new format is one file in `readers/` and one line here. */
import type { ColumnMapping, ReaderGuess } from '../domain/seam';
import { beirQueries, qrels } from './readers/beir';
import { docx } from './readers/docx';
import { hotpotqa, twoWiki } from './readers/hotpotqa';
import { html } from './readers/html';
import { ircot } from './readers/ircot';
import { multihopRagCorpus, multihopRagQuestions } from './readers/multihop-rag';
import { musique } from './readers/musique';
import { ownQuestions } from './readers/own-questions';
import { beirCorpus, documentList, passageList } from './readers/passages';
import { pdf } from './readers/pdf';
import { popqa } from './readers/popqa';
import { table } from './readers/table';
import { markdown, plainText } from './readers/text';
import { zip } from './readers/zip';
import { type Guess, type Head, type Reader, roleOf } from './types';

export const READERS: readonly Reader[] = [
  musique,
  twoWiki,
  hotpotqa,
  ircot,
  popqa,
  multihopRagQuestions,
  ownQuestions,
  beirQueries,
  qrels,
  beirCorpus,
  documentList,
  passageList,
  multihopRagCorpus,
  pdf,
  docx,
  zip,
  markdown,
  html,
  plainText,
  table,
];

export const readerById = (id: string): Reader | undefined => READERS.find((reader) => reader.id === id);

/** Readers that may fit, the likeliest first. */
export const guessReaders = (head: Head, columns: ColumnMapping | null): { reader: Reader; guess: Guess }[] =>
  READERS.flatMap((reader) => {
    const guess = reader.detect(head, columns);
    return guess === null || guess.confidence <= 0 ? [] : [{ reader, guess }];
  }).sort((a, b) => b.guess.confidence - a.guess.confidence);

export const describeGuess = ({ reader, guess }: { reader: Reader; guess: Guess }): ReaderGuess => ({
  reader: reader.id,
  label: reader.label,
  role: roleOf(guess.gives),
  confidence: guess.confidence,
});
