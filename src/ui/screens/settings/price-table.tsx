import { Index } from 'solid-js';
import type { Price, PriceTable } from '../../../domain/chat-config';
import { DEFAULT_PRICES } from '../../../llm/prices';
import { MODEL_WORDS as WORDS } from '../../messages/model-settings';

const AMOUNTS = [
  ['input', WORDS.input],
  ['cachedInput', WORDS.cached],
  ['output', WORDS.output],
] as const;

const EMPTY: Price = { pattern: '', input: 0, cachedInput: 0, output: 0 };

/** The prices that costs and limits are reckoned with: a few known ones, to be checked and edited. */
export const PriceFields = (props: { value: PriceTable; onChange: (value: PriceTable) => void }) => {
  const rows = () => props.value.rows;
  const setRows = (next: readonly Price[]): void => props.onChange({ ...props.value, rows: next });
  const change = (at: number, to: Partial<Price>): void =>
    setRows(rows().map((row, i) => (i === at ? { ...row, ...to } : row)));
  return (
    <section class="flow tight" aria-label={WORDS.prices}>
      <h3>{WORDS.prices}</h3>
      <p class="small muted">{WORDS.pricesCheck}</p>
      <div class="scroll-x">
        <table class="prices num">
          <thead>
            <tr>
              <th scope="col">{WORDS.pattern}</th>
              {AMOUNTS.map(([, label]) => (
                <th scope="col">{label}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            <Index each={rows()}>
              {(row, at) => (
                <tr>
                  <td>
                    <input
                      class="field"
                      aria-label={WORDS.pattern}
                      value={row().pattern}
                      onChange={(event) => change(at, { pattern: event.currentTarget.value.trim() })}
                    />
                  </td>
                  {AMOUNTS.map(([key, label]) => (
                    <td>
                      <input
                        class="field narrow"
                        type="number"
                        min="0"
                        step="any"
                        aria-label={`${label}, ${row().pattern}`}
                        value={row()[key]}
                        onChange={(event) => {
                          const typed = event.currentTarget.valueAsNumber;
                          if (Number.isFinite(typed) && typed >= 0) change(at, { [key]: typed });
                          else event.currentTarget.value = String(row()[key]);
                        }}
                      />
                    </td>
                  ))}
                  <td>
                    <button
                      type="button"
                      class="btn quiet tiny"
                      aria-label={WORDS.removeRow(row().pattern)}
                      onClick={() => setRows(rows().filter((_, i) => i !== at))}
                    >
                      ✕
                    </button>
                  </td>
                </tr>
              )}
            </Index>
          </tbody>
        </table>
      </div>
      <div class="row">
        <button type="button" class="btn tiny" onClick={() => setRows([EMPTY, ...rows()])}>
          {WORDS.addRow}
        </button>
        <button type="button" class="btn quiet tiny" onClick={() => props.onChange(DEFAULT_PRICES)}>
          {WORDS.resetPrices}
        </button>
        <label class="row small muted">
          {WORDS.currency}
          <input
            class="field narrow"
            maxlength="3"
            value={props.value.currency}
            onChange={(event) =>
              props.onChange({
                ...props.value,
                currency: event.currentTarget.value.trim().toUpperCase() || DEFAULT_PRICES.currency,
              })
            }
          />
        </label>
      </div>
    </section>
  );
};
