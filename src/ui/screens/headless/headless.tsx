import { createEffect, onCleanup, onMount } from 'solid-js';
import { ok } from '../../../domain/outcome';
import { jobs } from '../../state/jobs';
import { wholeSlice } from './headless-api';
import { runHeadless } from './headless-run';

const SAY_EVERY_MS = 500;

/** The screen that `npm run diagnose` drives. A person who lands here is told what it is for. */
const HeadlessScreen = () => {
  let input: HTMLInputElement | undefined;
  const written = new Map<string, string>();

  let said = 0;
  createEffect(() => {
    const job = jobs[0];
    if (job === undefined || job.progress === null) return;
    const { phase, done, total, unit, rate, remaining } = job.progress;
    const line = [
      `${job.title}: ${phase} ${done}${total === null ? '' : ` of ${total}`} ${unit}`,
      ...(rate === null ? [] : [`${rate.toFixed(1)}/s`]),
      ...(remaining === null ? [] : [`${Math.ceil(remaining)} s left`]),
    ].join(', ');
    const now = performance.now();
    if (now - said < SAY_EVERY_MS) return;
    said = now;
    void globalThis.hopscopeProgress?.(line);
  });

  onMount(() => {
    globalThis.hopscopeHeadless = {
      run: async (spec, key) => {
        const outcome = await runHeadless(spec, [...(input?.files ?? [])], key);
        if (!outcome.ok) return outcome;
        const { bundle, notices } = outcome.value;
        for (const file of bundle.files) written.set(file.name, file.text);
        return ok({
          summary: bundle.summary,
          files: bundle.files.map(({ name, text }) => ({ name, length: text.length })),
          notices,
        });
      },
      slice: (name, start, most) => wholeSlice(written.get(name) ?? '', start, most),
    };
  });
  onCleanup(() => Reflect.deleteProperty(globalThis, 'hopscopeHeadless'));

  return (
    <main>
      <h1 class="title">Headless use</h1>
      <p class="muted">
        This screen is driven by <code>npm run diagnose</code>. To diagnose by hand, go to the{' '}
        <a href="#/">start</a>.
      </p>
      <label class="visually-hidden">
        Files of the headless run
        <input id="headless-files" type="file" multiple ref={input} />
      </label>
    </main>
  );
};

export default HeadlessScreen;
