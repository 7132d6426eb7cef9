/** What has left the page, as its workers wrote it down, and the switch that lets nothing leave. */
import { createSignal } from 'solid-js';
import type { EgressEntry, Ledger } from '../../domain/egress';
import type { Failure, Outcome } from '../../domain/outcome';
import { ledger } from '../../seam/ledger';
import { attempt } from '../../seam/outcome';

const [offline, setSignal] = createSignal(false);
const [egress, setEgress] = createSignal<Ledger | null>(null);
const [egressFailure, setFailure] = createSignal<Failure | null>(null);

export {
  /** Null: it was not read yet. */
  egress,
  egressFailure,
  /** The switch is on: nothing may leave, from any tab. */
  offline,
};

const said = <T>(outcome: Outcome<T>): void => void setFailure(outcome.ok ? null : outcome.error);

/** The page's own policy refused it; `inline` and the like are no addresses. */
const noteViolation = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
  if (!/^(?:https?|wss?):/.test(blockedURI)) return;
  const entry: EgressEntry = {
    time: new Date().toISOString(),
    method: '',
    origin: new URL(blockedURI).origin,
    purpose: 'page',
    sent: null,
    received: null,
    outcome: 'refused',
    status: null,
  };
  void attempt(() => ledger().admit(entry)).then(said);
};

let watching = false;

/** From now on the switch is known here, whichever tab turns it, and what the page's policy refuses is written down. */
export const watchEgress = (): void => {
  if (watching) return;
  watching = true;
  document.addEventListener('securitypolicyviolation', noteViolation);
  ledger().onChange((turned) => {
    if (turned !== null) setSignal(turned);
  });
  void attempt(() => ledger().isOffline()).then((outcome) => {
    said(outcome);
    if (outcome.ok) setSignal(outcome.value);
  });
};

export const setOffline = async (on: boolean): Promise<void> => {
  said(await attempt(() => ledger().setOffline(on)));
};

export const readEgress = async (): Promise<void> => {
  const outcome = await attempt(() => ledger().read());
  said(outcome);
  if (outcome.ok) setEgress(outcome.value);
};

/** What leaves later is written down as before. */
export const clearEgress = async (): Promise<void> => {
  said(await attempt(() => ledger().clear()));
  await readEgress();
};
