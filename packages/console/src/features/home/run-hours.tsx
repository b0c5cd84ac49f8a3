/** The runs of a range by hour, stacked by state; then now, and the starts that are due in the next hours. */
import { Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { bucketsIn, sumOf } from '../task-executions/run-counts.ts';
import styles from './home.module.css';
import { STATES, type StateName } from './home-counts.ts';
import { homeMessages } from './messages.ts';

const PublishLink = lazyPart(async () => (await import('../artifacts/publish-link.tsx')).PublishLink);

const HOUR = 3_600_000;
const NEXT_HOURS = 6;
const EVENTS = 'POST /orchestration/executables/events/search';
const REFRESH_INTERVAL = 120_000;
/** The height of the picture in its coordinates, in which an hour is 1 wide. The picture is stretched to the width of its card. */
const HEIGHT = 120;
/** The least height of a part of a bar, so that a state with few runs among many stays visible. */
const LEAST_HEIGHT = 2;
/** Space above the highest bar, for parts that are drawn higher than their number. */
const HEADROOM = 8;

/** The number of starts that are due in the rest of this hour and in each of the hours after it; the server counts them. */
const useDueStarts = (environmentId: string) =>
  useQuery({
    queryKey: [EVENTS, environmentId, 'by hour'],
    queryFn: async ({ signal }) => {
      const first = Math.floor(serverNow());
      const hour = Math.floor(first / HOUR) * HOUR;
      return Promise.all(
        Array.from({ length: NEXT_HOURS }, async (_, index) => {
          const body = { environmentId, from: Math.max(first, hour + index * HOUR), to: hour + (index + 1) * HOUR, limit: 1 };
          return { at: hour + index * HOUR, count: (await api.call(EVENTS, { body, signal })).body.total };
        }),
      );
    },
    refetchInterval: REFRESH_INTERVAL,
  });

type Bar = { at: number; parts: readonly { id: StateName; tone: string; count: number }[]; total: number };

/** The histogram, with a table of the same numbers for people who do not see it. It has its height before the numbers are known. */
export function RunHours({ environmentId, counts }: { environmentId: string; counts: Schema<'ExecutionCounts'> | undefined }): ReactNode {
  const text = useText(homeMessages);
  const { data: due } = useDueStarts(environmentId);
  const bars = counts ? barsOf(counts) : [];
  const isUntilNow = counts !== undefined && serverNow() - counts.to < HOUR;
  const next = isUntilNow ? (due ?? []) : [];
  const total = counts ? sumOf(counts.totals) : 0;
  return (
    <Card title={text('byHour')}>
      <div className={styles['hours']} data-hours={counts && total}>
        {counts && total + next.reduce((sum, { count }) => sum + count, 0) === 0 ? (
          <div>
            <p>
              {text('noRuns')} <span className="hint">{text('noRunsHint')}</span>
            </p>
            <p className="inline-actions">
              <ButtonLink to="/tasks" name={text('toTasks')} />
              {/* It stands last, so that it moves nothing when it appears. */}
              <Suspense>
                <PublishLink />
              </Suspense>
            </p>
          </div>
        ) : (
          counts && <Picture bars={bars} next={next} />
        )}
      </div>
      <Legend bars={bars} hasNext={next.length > 0} />
      {counts && <HourTable bars={bars} next={next} />}
    </Card>
  );
}

/** A bar for each hour, with its states from the bottom to the top. */
const barsOf = (all: Schema<'ExecutionCounts'>): Bar[] =>
  bucketsIn(all).map(({ at, counts }) => {
    const parts = STATES.map(({ id, tone, statuses }) => ({ id, tone, count: sumOf(counts, statuses) })).filter((part) => part.count > 0);
    return { at, parts, total: sumOf(counts) };
  });

type PictureProps = { bars: readonly Bar[]; next: readonly { at: number; count: number }[] };

/** The current hour has two bars beside each other, with the line of now between them: the runs that were triggered, and the starts that are due. */
function Picture({ bars, next }: PictureProps): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  const number = numberFormat(language);
  const most = Math.max(...bars.map(({ total }) => total), ...next.map(({ count }) => count), 1);
  const width = bars.length + next.length;
  const heightOf = (count: number): number => Math.max((count / most) * (HEIGHT - HEADROOM), LEAST_HEIGHT);
  // The text of a day needs more space than that of a time.
  const isLong = bars.length > 48;
  const steps = isLong ? 2 : 4;
  const marks = Array.from({ length: steps + 1 }, (_, index) => Math.round((index * (width - 1)) / steps));
  const timeAt = (index: number): number => (index < bars.length ? (bars[index]?.at ?? 0) : (next[index - bars.length]?.at ?? 0));
  return (
    <>
      <svg className={styles['picture']} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <pattern id="hatch" width="0.25" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 L0.25 0" className={styles['hatch']} />
          </pattern>
        </defs>
        {bars.map(({ at, parts, total }, index) => {
          let top = HEIGHT;
          return (
            <g key={at}>
              <title>{`${timeText(at, 'minute', language, zone)}: ${total === 0 ? text('noRun') : parts.map(({ id, count }) => `${number.format(count)} ${text(id)}`).join(', ')}`}</title>
              <rect x={index} y="0" width="1" height={HEIGHT} className={styles['hour']} />
              {parts.map(({ id, tone, count }) => {
                top -= heightOf(count);
                return <rect key={id} x={index + 0.1} y={top} width="0.8" height={heightOf(count)} className={styles[tone]} />;
              })}
            </g>
          );
        })}
        {next.map(({ at, count }, index) => (
          <g key={at}>
            <title>{`${timeText(at, 'minute', language, zone)}: ${text('dueStarts', { count })}`}</title>
            <rect x={bars.length + index} y="0" width="1" height={HEIGHT} className={styles['hour']} />
            {count > 0 && (
              <rect
                x={bars.length + index + 0.1}
                y={HEIGHT - heightOf(count)}
                width="0.8"
                height={heightOf(count)}
                className={styles['due-bar']}
              />
            )}
          </g>
        ))}
        {next.length > 0 && <path d={`M${bars.length} 0V${HEIGHT}`} className={styles['now']} />}
      </svg>
      <div className={styles['axis']} aria-hidden="true">
        {marks.map((index, place) => (
          <span key={index} style={place % steps === 0 ? undefined : { insetInlineStart: `${((index + 0.5) / width) * 100}%` }}>
            {timeText(timeAt(index), isLong ? 'day' : 'clock', language, zone)}
          </span>
        ))}
      </div>
    </>
  );
}

/** The colours of the states that occur. Its line is kept before they are known. */
function Legend({ bars, hasNext }: { bars: readonly Bar[]; hasNext: boolean }): ReactNode {
  const text = useText(homeMessages);
  const seen = new Set(bars.flatMap(({ parts }) => parts.map(({ id }) => id)));
  return (
    <p className={styles['legend']} aria-hidden="true">
      {STATES.filter(({ id }) => seen.has(id)).map(({ id, tone }) => (
        <span key={id} className={styles[tone]}>
          {text(id)}
        </span>
      ))}
      {hasNext && <span className={styles['due-key']}>{text('due')}</span>}
    </p>
  );
}

/** The numbers for screen readers. */
function HourTable({ bars, next }: PictureProps): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  const number = numberFormat(language);
  const states = STATES.filter(({ id }) => bars.some(({ parts }) => parts.some((part) => part.id === id)));
  return (
    <div className={styles['unseen']}>
      <table aria-label={text('byHour')}>
        <thead>
          <tr>
            <th scope="col">{text('hour')}</th>
            {states.map(({ id }) => (
              <th key={id} scope="col">
                {text(id)}
              </th>
            ))}
            <th scope="col">{text('due')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, parts }) => (
            <tr key={at}>
              <th scope="row">{timeText(at, 'minute', language, zone)}</th>
              {states.map(({ id }) => (
                <td key={id}>{number.format(parts.find((part) => part.id === id)?.count ?? 0)}</td>
              ))}
              <td>–</td>
            </tr>
          ))}
          {next.map(({ at, count }) => (
            <tr key={`due ${at}`}>
              <th scope="row">{timeText(at, 'minute', language, zone)}</th>
              {states.map(({ id }) => (
                <td key={id}>–</td>
              ))}
              <td>{number.format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
