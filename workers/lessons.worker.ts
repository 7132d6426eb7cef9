import '../src/seam/guarded';
import { expose } from 'comlink';
import { lessonApi } from '../src/lessons/lesson-api';

expose(lessonApi);
