/// <reference lib="webworker" />
import '../src/seam/guarded';
import { type OfflineScope, startOffline } from '../src/offline/service-worker';

startOffline(self as unknown as OfflineScope);
