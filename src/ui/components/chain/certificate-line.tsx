import { For, Show } from 'solid-js';
import type { Certificate, GoldDiagnosis } from '../../../domain/diagnosis';
import { CERTIFICATE_PROVES, certificateSource, NO_CERTIFICATE, scoreText } from './words';

function Line(props: { certificate: Certificate; known?: string | null }) {
  return (
    <>
      <b>Certificate {props.certificate.level}</b>{' '}
      <Show
        when={props.certificate.query !== props.known}
        fallback={
          <span class="muted">
            {CERTIFICATE_PROVES[props.certificate.level]} with this query, score{' '}
            {scoreText(props.certificate.score)}.
          </span>
        }
      >
        <span class="muted">
          {CERTIFICATE_PROVES[props.certificate.level]}. <code>{props.certificate.query}</code> → rank{' '}
          {props.certificate.rank}, score {scoreText(props.certificate.score)};{' '}
          {certificateSource(props.certificate)}.
        </span>
      </Show>
    </>
  );
}

/** The proof that a gold passage can be reached, or that there is none; `known` is the query the card shows already. */
export function CertificateLine(props: { gold: GoldDiagnosis; known: string | null }) {
  const others = () =>
    props.gold.certificates.filter((certificate) => certificate.level !== props.gold.certificate?.level);
  return (
    <Show
      when={props.gold.certificate}
      fallback={
        <div class="small certificate">
          <b>No certificate</b> <span class="muted">{NO_CERTIFICATE}</span>
        </div>
      }
    >
      {(best) => (
        <div class="small certificate">
          <Line certificate={best()} known={props.known} />
          <Show when={others().length > 0}>
            <details>
              <summary>
                also{' '}
                {others()
                  .map((certificate) => certificate.level)
                  .join(', ')}
              </summary>
              <ul>
                <For each={others()}>
                  {(certificate) => (
                    <li>
                      <Line certificate={certificate} />
                    </li>
                  )}
                </For>
              </ul>
            </details>
          </Show>
        </div>
      )}
    </Show>
  );
}
