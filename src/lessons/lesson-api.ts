/** What `lessons.worker` exposes: the demo's own files, read anew for each visit. */
import type { LessonContract } from '../domain/seam-lessons';
import { appFile } from '../models/app-files';
import { loadTokenCounter } from '../models/token-counter';
import { createLessonApi } from './create-api';

export const lessonApi = createLessonApi({
  counter: loadTokenCounter,
  file: (name) => appFile(`demo/${name}`),
}) satisfies LessonContract;
