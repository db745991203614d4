import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { BarTable } from './bar-table.tsx';

/** One bar, with a value of each series. */
export interface ChartRow {
  readonly key: string;
  /** At the axis: Nov 22. */
  readonly label: string;
  /** In full: Sun, Nov 22, 2026. */
  readonly title: string;
  readonly values: readonly number[];
  /** What the bar opens. */
  readonly href: string;
  /** What was changed on the day, which may be why its value differs; marked at the axis. */
  readonly changes?: string;
}

interface BarChartProps {
  readonly label: string;
  /** Names of the values. A later series is part of the one before and is drawn in front of it. */
  readonly series: readonly string[];
  readonly rows: readonly ChartRow[];
  format(value: number): string;
}

const heightPx = 168;

/** Bars that link to what they count, with the numbers as a table below (decision 0040). */
export function BarChart(props: BarChartProps) {
  const { series, rows, format } = props;
  const [shown, setShown] = useState<ChartRow>();
  const top = niceTop(Math.max(...rows.flatMap(({ values }) => values)));
  if (rows.every(({ values }) => values.every((value) => value === 0))) {
    return <p class="empty">None in these days.</p>;
  }
  return (
    <div class="chart">
      <p class="readout row apart small soft" aria-hidden="true">
        {series.length > 1 && <Legend series={series} />}
        {rows.some(({ changes }) => changes !== undefined) && <span>● Something was changed</span>}
        <span>{shown && `${shown.title}: ${describe(series, shown, format)}${changesOf(shown)}`}</span>
      </p>
      <div class="axes">
        <div class="y-axis" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <Plot {...props} top={top} onShow={setShown} />
        <div class="x-axis" aria-hidden="true">
          {ticks(rows).map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
      </div>
      <Numbers {...props} />
    </div>
  );
}

interface PlotProps extends BarChartProps {
  readonly top: number;
  onShow(row: ChartRow | undefined): void;
}

function Plot({ label, series, rows, format, top, onShow }: PlotProps) {
  // One stop of the Tab key for all bars; the arrow keys move between them.
  const [stop, setStop] = useState(0);
  const slot = 100 / rows.length;
  return (
    <svg
      class="plot"
      role="group"
      aria-label={label}
      height={heightPx}
      onMouseLeave={() => onShow(undefined)}
    >
      {[0, 0.5, 1].map((part) => (
        <line key={part} x2="100%" y1={part * heightPx} y2={part * heightPx} />
      ))}
      {rows.map((row, index) => (
        <Link
          key={row.key}
          href={row.href}
          class="slot"
          aria-label={`${row.title}: ${describe(series, row, format)}${changesOf(row)}`}
          tabIndex={index === Math.min(stop, rows.length - 1) ? 0 : -1}
          onMouseEnter={() => onShow(row)}
          onFocus={() => {
            setStop(index);
            onShow(row);
          }}
          onBlur={() => onShow(undefined)}
          onKeyDown={moveFocus}
        >
          <rect class="hit" x={`${index * slot}%`} width={`${slot}%`} height={heightPx} />
          {row.changes !== undefined && <circle class="mark" cx={`${(index + 0.5) * slot}%`} cy="-6" r="4" />}
          {row.values.map((value, place) => (
            <Bar key={series[place]} place={place} x={index * slot} slot={slot} share={value / top} />
          ))}
        </Link>
      ))}
    </svg>
  );
}

interface BarProps {
  /** Of the series. */
  readonly place: number;
  readonly x: number;
  readonly slot: number;
  readonly share: number;
}

function Bar({ place, x, slot, share }: BarProps) {
  // A value above zero is always seen.
  const height = share === 0 ? 0 : Math.max(2, share * heightPx);
  return (
    <rect
      class={`bar-${place}`}
      x={`${x + slot * 0.16}%`}
      y={heightPx - height}
      width={`${slot * 0.68}%`}
      height={height}
    />
  );
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

function moveFocus(event: KeyboardEvent): void {
  const step = steps.get(event.key);
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  event.preventDefault();
  const bars = [...(event.currentTarget.parentElement?.querySelectorAll<SVGAElement>('.slot') ?? [])];
  const index = bars.findIndex((bar) => bar === event.currentTarget) + step;
  bars[Math.min(Math.max(index, 0), bars.length - 1)]?.focus();
}

function Legend({ series }: { readonly series: readonly string[] }) {
  return (
    <span class="legend row">
      {series.map((name, place) => (
        <span key={name}>
          <svg aria-hidden="true">
            <rect class={`bar-${place}`} width="100%" height="100%" rx="2" />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}

function Numbers({ label, series, rows, format }: BarChartProps) {
  return (
    <details class="numbers">
      <summary class="small">Numbers as a table</summary>
      <div>
        <BarTable
          label={label}
          rowName="Day"
          columns={series}
          rows={rows.map(({ title: name, values, href, changes: note }) => {
            return { name, note, href, cells: values.map(format) };
          })}
        />
      </div>
    </details>
  );
}

function describe(series: readonly string[], { values }: ChartRow, format: BarChartProps['format']): string {
  return series.map((name, place) => `${format(values[place] ?? 0)} ${name.toLowerCase()}`).join(', ');
}

function changesOf({ changes }: ChartRow): string {
  return changes === undefined ? '' : `. ${changes}`;
}

/** The first, middle and last row; fewer where there are few. */
function ticks(rows: readonly ChartRow[]): readonly ChartRow[] {
  const middle = rows.length > 4 ? Math.floor(rows.length / 2) : undefined;
  return rows.filter((_, index) => index === 0 || index === middle || index === rows.length - 1);
}

/** A round number of at least the value, whose half is round as well. */
function niceTop(value: number): number {
  const half = Math.max(1, value / 2);
  const unit = 10 ** Math.floor(Math.log10(half));
  return 2 * unit * ([1, 2, 3, 4, 5, 6, 8].find((factor) => factor * unit >= half) ?? 10);
}
