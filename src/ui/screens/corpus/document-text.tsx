import { createMemo, createSignal, For, Show } from 'solid-js';
import type { Chunk, Document } from '../../../domain/corpus';
import { Chip } from '../../components/chip';
import { CopyButton } from '../../components/copy';
import { Panel } from '../../components/panel';
import { LongWords, Words } from '../../components/words';
import { count, plural } from '../../format';
import { MAPPING, WORD } from '../../messages';
import { readMappings } from '../../state/corpus';
import { createLoad } from '../../state/load';
import { corpusKey, workspace } from '../../state/session';
import { chunkSpans } from './chunk-spans';

/** Thousands of chunks of one document would stall the page; the rest comes on demand. */
const STEP = 150;

/** Chunk id → questions it is gold for. */
const goldOf = (): (() => Map<string, string[]>) => {
  const mappings = createLoad(() => `${corpusKey()} ${workspace()?.questions?.hash}`, readMappings);
  return createMemo(() => {
    const outcome = mappings.value();
    const map = new Map<string, string[]>();
    if (outcome?.ok !== true) return map;
    for (const mapping of outcome.value) {
      for (const chunk of mapping.chunks) {
        const questions = map.get(chunk) ?? [];
        if (!questions.includes(mapping.question)) map.set(chunk, [...questions, mapping.question]);
      }
    }
    return map;
  });
};

/** The text of a document with the borders of its chunks, overlaps told apart, gold chunks marked. */
export const DocumentText = (props: {
  document: Document;
  chunks: readonly Pick<Chunk, 'id' | 'ordinal' | 'start' | 'end' | 'heading'>[];
  title?: string;
  preview?: boolean;
}) => {
  const [shown, setShown] = createSignal(STEP);
  const parts = createMemo(() => chunkSpans(props.document.text, props.chunks));
  const gold = goldOf();
  return (
    <Panel
      title={<LongWords text={props.title ?? props.document.title} />}
      why={
        <span class="num">
          {plural(props.chunks.length, 'chunk')} · {count(props.document.text.length)} characters ·{' '}
          <Words text={props.document.source} />
          <Show when={props.document.line}>{(line) => <>, record {line()}</>}</Show>
        </span>
      }
      actions={<CopyButton label="Copy id" text={() => props.document.id} done="Document id copied" />}
    >
      <div class="doctext">
        <For each={parts().spans.slice(0, shown())}>
          {(span) => (
            <>
              <Show when={span.gap.trim() !== ''}>
                <p class="gap">{span.gap}</p>
              </Show>
              <article class="chunk" classList={{ gold: !props.preview && gold().has(span.chunk.id) }}>
                <header class="small num">
                  <span class="faint">
                    chunk {span.chunk.ordinal + 1} · {count(span.chunk.start)}–{count(span.chunk.end)}
                  </span>
                  <Show when={span.chunk.heading !== '' && span.chunk.heading !== props.document.title}>
                    <span class="muted">
                      <Words text={span.chunk.heading} />
                    </span>
                  </Show>
                  <Show when={!props.preview && gold().get(span.chunk.id)}>
                    {(questions) => (
                      <Chip
                        term={{ ...MAPPING.mapped, id: WORD.gold.id, definition: WORD.gold.definition }}
                        label={`gold for ${plural(questions().length, 'question')}`}
                      />
                    )}
                  </Show>
                </header>
                <p dir="auto">
                  <Show when={span.overlap !== ''}>
                    <span class="overlap" title="repeated from the chunk before">
                      {span.overlap}
                    </span>
                  </Show>
                  {span.fresh}
                </p>
              </article>
            </>
          )}
        </For>
        <Show when={parts().spans.length > shown()}>
          <button type="button" class="btn" onClick={() => setShown((n) => n + STEP)}>
            Show {count(Math.min(STEP, parts().spans.length - shown()))} more of {count(parts().spans.length)}{' '}
            chunks
          </button>
        </Show>
        <Show when={parts().rest.trim() !== '' && parts().spans.length <= shown()}>
          <p class="gap">{parts().rest}</p>
        </Show>
      </div>
    </Panel>
  );
};
