/** The runs of the last 24 hours, by task. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toneOfRun } from '../task-executions/run-status.tsx';
import { useRecentRuns } from '../task-executions/use-runs.ts';
import { tasksOf, type PlacedRun, type TaskRuns } from './day-runs.ts';
import { homeMessages } from './messages.ts';
import '../../ui/columns.css';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_TASKS = 15;
const MARKS = [0, 6, 12, 18];

/** The timeline. For screen readers, each row has the numbers of its runs as text. */
export function RunTimeline({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const { data: runs, error, dataUpdatedAt } = useRecentRuns(environmentId, { period: '24h' });
  if (error) return <ErrorNote error={error} />;
  const end = serverNow() - (Date.now() - dataUpdatedAt);
  const tasks = runs ? tasksOf(runs, end - DAY, end) : [];
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('day')}</h2>
        <Link to="/runs" search={{ period: '24h' }}>
          {text('allRuns')}
        </Link>
      </div>
      {runs?.length === 0 && (
        <>
          <p>
            {text('noRuns')} <span className="hint">{text('noRunsHint')}</span>
          </p>
          <p className="inline-actions">
            <Link to="/artifacts/publish" className="button">
              {text('publish')}
            </Link>
            <Link to="/tasks" className="button">
              {text('toTasks')}
            </Link>
          </p>
        </>
      )}
      {tasks.length > 0 && (
        <ul className="timeline">
          {tasks.slice(0, MAX_TASKS).map((task) => (
            <TaskRow key={task.taskId} task={task} />
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
      {tasks.length > MAX_TASKS && <p className="hint">{text('moreTasks', { count: tasks.length - MAX_TASKS })}</p>}
    </section>
  );
}

function TaskRow({ task: { taskId, name, runs } }: { task: TaskRuns }): ReactNode {
  const text = useText(homeMessages);
  const count = (...tones: string[]): number => runs.filter(({ run }) => tones.includes(toneOfRun(run.status))).length;
  const sums = { good: count('good'), bad: count('bad'), other: runs.length - count('good', 'bad') };
  return (
    <li>
      <Link
        to="/runs"
        search={{ task: taskId, period: '24h' }}
        dir="auto"
        className="timeline-name"
        title={name}
        aria-label={`${name}: ${text('sums', sums)}`}
      >
        {name}
      </Link>
      <span className="timeline-track" aria-hidden="true">
        {runs.map((placed) => (
          <Bar key={placed.run.id} placed={placed} />
        ))}
      </span>
    </li>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

const Bar = ({ placed: { run, from, start, end } }: { placed: PlacedRun }): ReactNode => (
  <Link
    to="/runs/$executionId"
    params={{ executionId: run.id }}
    tabIndex={-1}
    preload={false}
    className={`timeline-run ${toneOfRun(run.status)}`}
    style={{ insetInlineStart: percent(from), inlineSize: percent(end - from) }}
  >
    <span style={{ inlineSize: end > from ? percent((end - start) / (end - from)) : '100%' }} />
  </Link>
);
