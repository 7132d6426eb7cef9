/** Imported first by every worker, so that nothing runs in it before the guard stands. */
import { guardEgress } from './egress';
import { ledger } from './ledger';

guardEgress(globalThis, globalThis.location.href, ledger());
