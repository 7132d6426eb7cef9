import { Show } from 'solid-js';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { percent } from '../../format';
import { egressWords } from '../../messages/model';
import { modelSet } from '../../state/model-set';
import { offline } from '../../state/offline';
import { hubChosen, preferences, setPreferences } from '../../state/preferences';

const THEMES = [
  { value: 'system', label: 'as the system' },
  { value: 'light', label: 'light' },
  { value: 'dark', label: 'dark' },
] as const;

const offlineText = (): string => {
  const readiness = offline();
  switch (readiness.state) {
    case 'ready':
      return 'Every file of the app is kept on this device: it works with the network cut.';
    case 'keeping':
      return `Keeping the app’s files on this device: ${percent(readiness.share, 0)}.`;
    case 'waiting':
      return 'The app’s files will be kept on this device once the page has settled.';
    case 'unsupported':
      return 'This browser or this build cannot keep the app’s files; reload needs the network.';
    case 'failed':
      return `The app’s files could not be kept (${readiness.message}); reload needs the network.`;
  }
};

export const ThemePanel = () => (
  <>
    <Panel span={6} title="Appearance">
      <div class="flow">
        <Segmented
          label="Theme"
          value={preferences().theme}
          choices={THEMES}
          onChange={(theme) => setPreferences({ theme })}
        />
        <p class="small muted">
          What each word, sign and colour means: <a href="#/terms">Terms</a>.
        </p>
      </div>
    </Panel>
    <Panel span={6} title="What leaves this device">
      <div class="flow tight">
        <p>
          <b>Now:</b> {egressWords({ origin: modelSet()?.origin ?? null, hub: hubChosen() }).all}
        </p>
        <p>
          Documents, questions, vectors and runs stay in this browser’s own storage. The page’s content policy
          refuses every other address, and so does the guard that each of its workers starts with.
        </p>
        <p>
          A language model is the first exception, and only once you have set one: runs that ask it send
          questions and the passages found for them, and the judging of answers sends questions, gold answers
          and answers, to the one address you typed. That address alone is open, for the length of each call,
          to the run worker alone, which is also the only place that has your key.
        </p>
        <p>
          A model marked “Hub” is the second, and only if you choose it: its files are then read from
          huggingface.co, now and whenever it is loaded. Nothing is sent there but the names of those files.
        </p>
        <p class="muted">{offlineText()}</p>
        <Show when={globalThis.crossOriginIsolated === false}>
          <p class="muted small">
            This host sends no isolation headers, so models run on one thread. Everything works; it is only
            slower.
          </p>
        </Show>
      </div>
    </Panel>
  </>
);
