import { For, Index, Show } from 'solid-js';
import type { RunDiagnosis } from '../../domain/diagnosis';
import { interval, percent } from '../format';
import { ShareRows } from './axis';
import { ChartFrame, type RateChart } from './frame';
import { Mark } from './mark';
import { linear } from './scale';

type Bins = NonNullable<RunDiagnosis['hops']['reliability']>;

const HEIGHT = 300;
const TOP = 14;
const BASE = HEIGHT - 44;
const LEFT = 42;

/** Reliability plot: a dot a tenth of the probability, its share with a 95% interval; on the diagonal it is calibrated. */
export function Calibration(
  props: RateChart & { bins: Bins; pressed: number; onPick: (bin: number) => void },
) {
  const y = linear([0, 1], [BASE, TOP]);
  const shown = () =>
    props.bins.flatMap((bin, index) =>
      bin.n > 0 && bin.mean !== null ? [{ ...bin, index, mean: bin.mean }] : [],
    );
  const most = () => Math.max(1, ...shown().map((bin) => bin.n));
  return (
    <ChartFrame
      interactive
      title={props.title}
      note={props.note}
      name={props.name}
      controls={props.controls}
      height={HEIGHT}
      table={{
        head: ['probability', 'mean', 'gold retrieved', '95% interval', 'hops'],
        rows: shown().map((bin) => [
          `${percent(bin.from, 0)} – ${percent(bin.to, 0)}`,
          percent(bin.mean),
          percent(bin.gold.rate),
          interval(bin.gold),
          bin.n,
        ]),
      }}
    >
      {(width) => {
        const x = linear([0, 1], [LEFT, width - 14]);
        return (
          <>
            <ShareRows left={LEFT} right={width - 14} y={y} />
            <For each={[0, 0.5, 1]}>
              {(tick) => (
                <text class="tick" x={x(tick)} y={BASE + 16} text-anchor="middle">
                  {tick * 100}%
                </text>
              )}
            </For>
            <text class="tick" x={(LEFT + width - 14) / 2} y={BASE + 34} text-anchor="middle">
              probability that the fact is present
            </text>
            <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
            <Index each={shown()}>
              {(bin) => (
                <Mark
                  tone="judge"
                  name={`Probability ${percent(bin().from, 0)} to ${percent(bin().to, 0)}: gold retrieved for ${percent(bin().gold.rate)} of ${bin().n} hops, interval ${interval(bin().gold)}. Show their questions.`}
                  pressed={props.pressed === bin().index}
                  onPick={() => props.onPick(props.pressed === bin().index ? -1 : bin().index)}
                >
                  <rect
                    class="hit"
                    x={x(bin().from)}
                    y={TOP}
                    width={x(bin().to) - x(bin().from)}
                    height={BASE - TOP}
                    data-pointer
                  />
                  <rect
                    class="volume"
                    x={x(bin().from) + 2}
                    y={BASE - (bin().n / most()) * 34}
                    width={x(bin().to) - x(bin().from) - 4}
                    height={(bin().n / most()) * 34}
                  />
                  <Show when={bin().gold.rate !== null}>
                    <line
                      class="whisker"
                      x1={x(bin().mean)}
                      x2={x(bin().mean)}
                      y1={y(bin().gold.low ?? 0)}
                      y2={y(bin().gold.high ?? 0)}
                    />
                    <circle class="fill" cx={x(bin().mean)} cy={y(bin().gold.rate ?? 0)} r="5" />
                  </Show>
                </Mark>
              )}
            </Index>
          </>
        );
      }}
    </ChartFrame>
  );
}
