/** The runs of the last 24 hours, by task; and the plans that could not start. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../app/api.ts';
import { runTarget } from '../../app/link-targets.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { errorText } from '../task-executions/error-text.ts';
import { runMessages } from '../task-executions/messages.ts';
import { useRecentRuns } from '../task-executions/run-status.tsx';
import { homeMessages } from './messages.ts';
import { kindOfRun, MISFIRED_PLANS, RUN_KINDS, type RunKind, endOf } from './run-kinds.ts';
import { rowsOf, type RunBar, type RunBarRow } from './timeline-rows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_ROWS = 15;
const MARKS = [0, 6, 12, 18];

/** The timeline. For screen readers, each row has the numbers of its runs as text. */
export function RunTimeline({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const { data: runs, error, dataUpdatedAt } = useRecentRuns(environmentId, { period: '24h' });
  const { data: plans } = useRecentRuns(environmentId, MISFIRED_PLANS);
  if (error) return <ErrorNote error={error} />;
  // The time of the server when the runs were read.
  const end = serverNow() - (Date.now() - dataUpdatedAt);
  const misfired = (plans ?? []).filter((run) => endOf(run) >= end - DAY);
  const rows = runs ? rowsOf([...runs, ...misfired], end - DAY, end) : [];
  return (
    <Card title={text('day')} actions={<TextLink to="/runs" search={{ period: '24h' }} name={text('allRuns')} />}>
      {runs && rows.length === 0 && (
        <>
          <p>
            {text('noRuns')} <span className="hint">{text('noRunsHint')}</span>
          </p>
          <p className="inline-actions">
            <ButtonLink to="/artifacts/publish" name={text('publishZip')} />
            <ButtonLink to="/tasks" name={text('toTasks')} />
          </p>
        </>
      )}
      {rows.length > 0 && (
        <ul className="timeline">
          {rows.slice(0, MAX_ROWS).map((row) => (
            <TimelineRow key={row.id} row={row} />
          ))}
          <li className="timeline-scale" aria-hidden="true">
            <span />
            <span className="timeline-track">
              {MARKS.map((hours) => (
                <span key={hours} className="timeline-mark" style={{ insetInlineStart: `${(hours / 24) * 100}%` }}>
                  <TimeText at={end - DAY + hours * HOUR} form="clock" />
                </span>
              ))}
            </span>
          </li>
        </ul>
      )}
      {rows.length > 0 && <Legend />}
      {rows.length > MAX_ROWS && <p className="hint">{text('moreTasks', { count: rows.length - MAX_ROWS })}</p>}
    </Card>
  );
}

function TimelineRow({ row: { id, isPlan, name, runs } }: { row: RunBarRow }): ReactNode {
  const text = useText(homeMessages);
  const number = numberFormat(useLanguage());
  const count = (kind: RunKind): number => runs.filter(({ run }) => kindOfRun(run) === kind).length;
  const sums = RUN_KINDS.filter((kind) => count(kind) > 0).map((kind) => `${number.format(count(kind))} ${text(kind)}`);
  const link = { dir: 'auto', className: 'timeline-name', title: name, 'aria-label': `${name}: ${sums.join(', ')}` } as const;
  return (
    <li>
      {isPlan ? (
        <Link {...link} to="/plans/$planId" params={{ planId: id }}>
          {name}
        </Link>
      ) : (
        <Link {...link} to="/runs" search={{ task: id, period: '24h' }}>
          {name}
        </Link>
      )}
      <span className="timeline-track" aria-hidden="true">
        {runs.map((bar) => (
          <Bar key={bar.run.id} bar={bar} />
        ))}
      </span>
    </li>
  );
}

/** Explains the colours and patterns of the bars. It is hidden from screen readers. */
function Legend(): ReactNode {
  const text = useText(homeMessages);
  return (
    <p className="timeline-legend hint" aria-hidden="true">
      {RUN_KINDS.map((kind) => (
        <span key={kind}>
          <span className={`timeline-run ${kind}`}>
            <span />
          </span>
          {text(kind)}
        </span>
      ))}
    </p>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

function Bar({ bar: { run, from, start, end } }: { bar: RunBar }): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const linkProps = {
    tabIndex: -1,
    preload: false,
    className: `timeline-run ${kindOfRun(run)}`,
    title: [text(run.status), run.errorMessage && errorText(run.errorMessage, language)].filter(Boolean).join(': '),
    style: { insetInlineStart: percent(from), inlineSize: percent(end - from) },
  } as const;
  const runningPart = <span style={{ inlineSize: end > from ? percent((end - start) / (end - from)) : '100%' }} />;
  return (
    <Link {...linkProps} {...runTarget(run.taskId === undefined ? 'PLAN' : 'TASK', run.id)}>
      {runningPart}
    </Link>
  );
}
