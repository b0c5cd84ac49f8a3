/** The datasets that the runs of a task have read and written. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { LineageNames } from './lineage-names.tsx';
import { lineageMessages } from './messages.ts';

/** The card. It is hidden if the runs have reported no datasets. */
export function TaskDatasets({ taskId }: { taskId: string }): ReactNode {
  const text = useText(lineageMessages);
  const { data } = useRead('GET /datasets/lineage/tasks/{taskId}', { path: { taskId } });
  if (!data || data.inputs.length + data.outputs.length === 0) return undefined;
  const beside = ({ lastExecutionId }: Schema<'TouchedName'>): ReactNode => (
    <Link to="/runs/$executionId" params={{ executionId: lastExecutionId }} className="hint">
      {text('byLastRun')}
    </Link>
  );
  return (
    <section className="card">
      <h2>{text('taskTitle')}</h2>
      <div className="lineage">
        {(['inputs', 'outputs'] as const).map((side) => (
          <div key={side}>
            <h3>{text(side)}</h3>
            {data[side].length === 0 ? <p className="hint">{text('noNames')}</p> : <LineageNames names={data[side]} beside={beside} />}
          </div>
        ))}
      </div>
    </section>
  );
}
