/** Takes the items of all files and keeps count: documents, questions, judgements, rejects, notices. */
import type { Document, Reject } from '../../domain/corpus';
import type { Question } from '../../domain/question';
import type { FileRole } from '../../domain/seam';
import type { FileTally } from '../../domain/workspace';
import type { Item } from '../types';
import { createNotices, type Notices } from './notices';
import { createPool } from './pool';
import { createQuestionSet } from './question-set';
import { createTallies } from './tallies';

export interface Source {
  path: string;
  reader: string;
  role: FileRole;
}

export interface Collected {
  documents: Document[];
  questions: Question[];
  rejects: Reject[];
  perFile: FileTally[];
}

export interface Collector {
  readonly notices: Notices;
  stored(content: {
    documents: readonly Document[];
    questions: readonly Question[];
    rejects: readonly Reject[];
    perFile: readonly FileTally[];
  }): void;
  take(item: Item, source: Source): void;
  finish(): Collected;
}

export const createCollector = (): Collector => {
  const notices = createNotices();
  const pool = createPool();
  const questions = createQuestionSet();
  const rejects: Reject[] = [];
  let tallies = createTallies();

  const take = (item: Item, { path, reader, role }: Source): void => {
    const asCorpus = role === 'corpus' || role === 'both';
    const asQuestions = role === 'questions' || role === 'both';
    /** A reader chosen by hand may read what the role has no place for: that is said, never passed over. */
    const misplaced = (line: number | undefined, reason: string): void =>
      take({ type: 'reject', of: 'record', line: line ?? null, reason, excerpt: '' }, { path, reader, role });
    switch (item.type) {
      case 'document':
        if (!asCorpus) {
          misplaced(item.document.line, 'a document, in a file that was not given as corpus');
          return;
        }
        pool.add(item.document, path);
        tallies.kept(path, reader, 'corpus');
        return;
      case 'question':
        if (asQuestions) {
          questions.add(item.question, path);
          tallies.kept(path, reader, 'questions');
        } else if (!asCorpus || item.passages.length === 0)
          misplaced(item.line, 'a question without passages, in a file that was not given as questions');
        if (!asCorpus) return;
        for (const passage of item.passages) pool.add(passage, path);
        tallies.kept(path, reader, 'corpus', item.passages.length);
        return;
      case 'judgement':
        questions.addJudgement({ ...item, path });
        tallies.kept(path, reader, 'qrels');
        return;
      case 'reject': {
        // A passage that nobody asked for is not missed.
        if (item.of === 'passage' && !asCorpus) return;
        const counted =
          item.of === 'passage'
            ? 'corpus'
            : role === 'qrels'
              ? 'qrels'
              : asQuestions
                ? 'questions'
                : 'corpus';
        tallies.rejected(path, reader, counted);
        rejects.push({ file: path, line: item.line, reason: item.reason, excerpt: item.excerpt });
        return;
      }
      case 'notice':
        notices.add(item.message, item.count, item.about);
    }
  };

  return {
    notices,
    take,
    stored(content) {
      pool.addStored(content.documents);
      questions.addStored(content.questions);
      rejects.push(...content.rejects);
      tallies = createTallies(content.perFile);
    },
    finish() {
      const documents = pool.finish();
      const set = questions.finish();
      tallies.merged('corpus', documents.mergedBy);
      tallies.merged('questions', set.mergedBy);
      for (const { path, line, query, document } of set.orphans) {
        tallies.keptToRejected(path, 'qrels');
        rejects.push({
          file: path,
          line,
          reason: `no file holds the query “${query}”`,
          excerpt: `${query} ${document}`,
        });
      }
      if (documents.renamed > 0) {
        notices.add(
          'Documents with the id of another one and different content: {n}. They were renamed to “id~hash”.',
          documents.renamed,
        );
      }
      if (set.renamed > 0) {
        notices.add(
          'Questions with the id of another one and different content: {n}. They were renamed to “id~hash”.',
          set.renamed,
        );
      }
      if (set.labelled > 0) {
        notices.add(
          'Questions without gold passages that took over the labels of the same question in another file: {n}.',
          set.labelled,
        );
      }
      if (set.joined > 0) notices.add('Gold labels joined from relevance judgements: {n}.', set.joined);
      if (set.negative > 0)
        notices.add('Relevance judgements of 0 or less, which label no gold passage: {n}.', set.negative);
      return { documents: documents.documents, questions: set.questions, rejects, perFile: tallies.rows() };
    },
  };
};
