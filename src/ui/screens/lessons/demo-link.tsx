import { createResource, Show } from 'solid-js';
import { preferences } from '../../state/preferences';
import { stored } from '../../state/store';

/** To the question in the demo's workspace, once there is one; else to where it is made. */
export function DemoLink(props: { question: string }) {
  const [demo] = createResource(
    () => preferences().demo,
    async (id) => {
      const found = await stored((store) => store.get(id));
      return found.ok && found.value.runs.length > 0 ? id : null;
    },
  );
  return (
    <Show
      when={demo.latest}
      fallback={
        <span class="small muted">
          To see this question in the diagnosis, open the demo on the <a href="#/">start page</a>.
        </span>
      }
    >
      {(id) => (
        <a class="btn" href={`#/w/${id()}/question/${props.question}`}>
          This question in the demo
        </a>
      )}
    </Show>
  );
}
