import { integer, optional, type useView } from '../../state/url';

/** `at`: the lesson; `step`: parts told, 0 while predicting; `guess`: the choice. */
export const LESSON_VIEW = { at: optional, step: integer(0, 9, 0), guess: optional };

type View = ReturnType<typeof useView<typeof LESSON_VIEW>>;
export type LessonView = View[0];
export type SetLessonView = View[1];
