/** The runs by time: a bar for each bucket with its states. A bar narrows the range to its time. */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { numberFormat } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { runMessages } from './messages.ts';
import { bucketsIn, sumOf, type RunBucket } from './run-counts.ts';
import { STATE_CHIPS, type ChoosableStatus } from './run-filters.ts';
import styles from './run-histogram.module.css';

type Counts = Schema<'ExecutionCounts'>;
type Bar = RunBucket & { total: number };

type RunHistogramProps = {
  counts: Counts | undefined;
  /** Only runs with these statuses are drawn; without any, all are. */
  chosen: readonly ChoosableStatus[];
  /** Called with the time of a bar, in ISO 8601. */
  onNarrow: (range: { from: string; to: string }) => void;
};

const DAY = 86_400_000;

/** The histogram. It has its height before the counts are known, so that the list below does not move. */
export function RunHistogram({ counts, chosen, onNarrow }: RunHistogramProps): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  const [active, setActive] = useState(0);
  const bars = counts ? barsOf(counts, chosen) : [];
  const most = Math.max(...bars.map(({ total }) => total), 1);
  const current = Math.min(active, Math.max(bars.length - 1, 0));
  const form = counts && counts.bucketMilliseconds >= DAY ? 'day' : 'minute';

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(current + step, 0), bars.length - 1);
    setActive(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className={styles['histogram']}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the keys move the focus between its buttons */}
      <div className={styles['bars']} role="toolbar" aria-label={text('byTime')} onKeyDown={onKeyDown}>
        {bars.map((bar, index) => {
          const label = labelOf(bar, form, text, language, zone);
          return (
            <button
              key={bar.at}
              type="button"
              className={styles['bar']}
              tabIndex={index === current ? 0 : -1}
              aria-label={label}
              title={label}
              onFocus={() => setActive(index)}
              onClick={() => onNarrow({ from: new Date(bar.at).toISOString(), to: new Date(bar.end).toISOString() })}
            >
              {STATE_CHIPS.map(({ id, tone, statuses }) => {
                const count = sumOf(bar.counts, statuses);
                return count > 0 && <span key={id} className={styles[tone]} style={{ blockSize: `${(count / most) * 100}%` }} />;
              })}
            </button>
          );
        })}
      </div>
      <div className={styles['axis']} aria-hidden="true">
        {counts &&
          [counts.from, (counts.from + counts.to) / 2, counts.to].map((time) => (
            <span key={time}>{timeText(time, form, language, zone)}</span>
          ))}
      </div>
    </div>
  );
}

/** A bar for each bucket of the range, with the runs of the chosen statuses. */
function barsOf(counts: Counts, chosen: readonly string[]): Bar[] {
  const isShown = ([status]: [string, number]): boolean => chosen.length === 0 || chosen.includes(status);
  return bucketsIn(counts).map((bucket) => {
    const shown = Object.fromEntries(Object.entries(bucket.counts).filter(isShown));
    return { ...bucket, counts: shown, total: sumOf(shown) };
  });
}

/** The time of a bar, and its runs by state. */
function labelOf(
  { at, end, counts, total }: Bar,
  form: 'day' | 'minute',
  text: TextOf<typeof runMessages>,
  language: Language,
  zone: string,
): string {
  const states = STATE_CHIPS.map(({ id, statuses }) => [text(id), sumOf(counts, statuses)] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${numberFormat(language).format(count)}`);
  // The middle of the bar names the day: at a change of clocks, a day begins an hour earlier or later.
  const time =
    form === 'day'
      ? timeText((at + end) / 2, 'day', language, zone)
      : `${timeText(at, 'minute', language, zone)} – ${timeText(end, 'clock', language, zone)}`;
  return `${time}: ${total === 0 ? text('noRuns') : states.join(', ')}`;
}
