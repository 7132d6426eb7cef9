import '../src/seam/guarded';
import { expose } from 'comlink';
import { diagnosisApi } from '../src/review/diagnosis-api';

expose(diagnosisApi);
