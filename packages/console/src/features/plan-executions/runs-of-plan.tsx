/** The newest runs of a plan. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { DurationText, TimeText } from '../../ui/time-text.tsx';
import { planMessages } from '../plans/messages.ts';
import { PlanStatusMark } from '../plans/plan-status.tsx';

const MAX_SHOWN = 20;
const REFRESH_INTERVAL = 3000;

/** The card with the list. */
export function RunsOfPlan({ planId }: { planId: string }): ReactNode {
  const text = useText(planMessages);
  const { data, error } = useRead(
    'GET /processing/executables/plans/{planId}/executions',
    { path: { planId }, query: { limit: MAX_SHOWN } },
    { every: () => REFRESH_INTERVAL },
  );
  return (
    <Card title={text('runs')}>
      <ErrorNote error={error} />
      {data?.items.length === 0 && <p className="hint">{text('noRuns')}</p>}
      {data && data.items.length > 0 && (
        <div className="scroll-x">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{text('lastRun')}</th>
                <th scope="col">{text('started')}</th>
                <th scope="col">{text('duration')}</th>
                <th scope="col">{text('progress')}</th>
                <th scope="col">{text('trigger')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((run) => (
                <RunRow key={run.executionId} run={run} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function RunRow({ run }: { run: Schema<'PlanExecutionStatus'> }): ReactNode {
  const text = useText(planMessages);
  const end = run.finishTimestamp === null ? serverNow() : Date.parse(run.finishTimestamp);
  return (
    <tr>
      <td>
        <PlanStatusMark status={run.status} />
      </td>
      <td>
        <Link to="/plans/runs/$planExecutionId" params={{ planExecutionId: run.executionId }}>
          <TimeText at={run.startTimestamp} />
        </Link>
      </td>
      <td>
        <DurationText milliseconds={Math.max(end - Date.parse(run.startTimestamp), 0)} />
      </td>
      <td>{text('progressOf', { done: run.doneExecutableCount, planned: run.plannedExecutableCount })}</td>
      <td>{text(run.executionType)}</td>
    </tr>
  );
}
