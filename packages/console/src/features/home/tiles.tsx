/** The numbers of a range, each with its course and a link to its runs. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { StatusIcon, type StatusTone } from '../../ui/status-mark.tsx';
import type { RunFilters } from '../task-executions/run-filters.ts';
import { bucketsIn, sumOf } from '../task-executions/run-counts.ts';
import styles from './home.module.css';
import { type HomeCounts, RUNNING, runsOf, STATES, type StateName } from './home-counts.ts';
import { homeMessages } from './messages.ts';

type Tile = {
  id: StateName | 'late';
  tone: StatusTone;
  count: number | undefined;
  course?: readonly number[];
  search: RunFilters;
  isQuiet: boolean;
};

/** The tiles. They have their size before the numbers are known. What runs or is late is counted as of now. */
export function Tiles({ counts }: { counts: HomeCounts | undefined }): ReactNode {
  const text = useText(homeMessages);
  const number = numberFormat(useLanguage());
  const range = counts?.byHour ?? { from: 0, to: 0 };
  const ofState = (id: StateName): Tile => {
    const { tone, statuses } = STATES.find((state) => state.id === id) ?? STATES[0];
    const count = counts && sumOf(counts.byHour.totals, statuses);
    return {
      id,
      tone,
      count,
      course: counts && courseOf(counts.byHour, statuses),
      search: runsOf(range, { status: statuses }),
      isQuiet: count === 0,
    };
  };
  const tiles: Tile[] = [
    ofState('failed'),
    ofState('unstarted'),
    { id: 'late', tone: 'waits', count: counts?.late, search: { status: ['EXECUTION_EVENT_RECEIVED'] }, isQuiet: counts?.late === 0 },
    { id: 'running', tone: 'runs', count: counts?.running, search: { status: [...RUNNING] }, isQuiet: counts?.running === 0 },
    ofState('rejected'),
    ofState('succeeded'),
  ];
  return (
    <ul className={styles['tiles']}>
      {tiles.map(({ id, tone, count, course, search, isQuiet }) => (
        <li key={id}>
          <Link
            to="/runs"
            search={search}
            preload={false}
            className={`${styles['tile']} ${isQuiet ? styles['quiet'] : styles[tone]}`}
            data-tile={id}
          >
            <span className={styles['tile-name']}>
              <StatusIcon tone={isQuiet ? 'unrun' : tone} />
              {text(id)}
            </span>
            <span className={styles['tile-count']}>
              {count === undefined ? '\u00A0' : number.format(count) + (counts?.byHour.isCapped && course ? '+' : '')}
            </span>
            {course ? (
              <Sparkline values={course} />
            ) : (
              <span className={styles['tile-name']}>{counts && (id === 'late' || id === 'running') && text('now')}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The number of runs in each hour of the range. */
const courseOf = (all: Schema<'ExecutionCounts'>, statuses: readonly string[]): number[] =>
  bucketsIn(all).map(({ counts }) => sumOf(counts, statuses));

const [WIDTH, HEIGHT] = [100, 20];

/** A small picture of the course: the histogram below has its numbers. */
function Sparkline({ values }: { values: readonly number[] }): ReactNode {
  const most = Math.max(...values, 1);
  const width = WIDTH / values.length;
  const path = values
    .map((value, index) =>
      value === 0 ? '' : `M${index * width} ${HEIGHT}V${HEIGHT - Math.max((value / most) * HEIGHT, 2)}h${width * 0.8}V${HEIGHT}z`,
    )
    .join('');
  return (
    <svg className={styles['sparkline']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
