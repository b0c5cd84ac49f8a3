/** The lineage of a dataset: its sources, its targets, and the runs that have read or written it; and the datasets of the runs of a task. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RunStatusMark } from '../task-executions/run-status.tsx';
import { lineageMessages } from './messages.ts';
import styles from './lineage.module.css';

/** The card. */
export function DatasetLineage({ dataset: { id = '', label } }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(lineageMessages);
  const { data, error } = useRead('GET /datasets/{datasetId}/lineage', { path: { datasetId: id } });
  return (
    <Card title={text('title')}>
      <ErrorNote error={error} />
      {data && (
        <>
          <div className={styles['lineage']}>
            <Side title={text('sources')} names={data.sources} />
            <div>
              <h3>{text('self')}</h3>
              <p className={styles['lineageSelf']} dir="auto">
                {label}
              </p>
            </div>
            <Side title={text('targets')} names={data.targets} />
          </div>
          <Runs title={text('writtenBy')} none={text('noWriters')} runs={data.writtenBy} />
          <Runs title={text('readBy')} none={text('noReaders')} runs={data.readBy} />
          {data.writtenBy.length + data.readBy.length === 0 && <p className="hint">{text('hint')}</p>}
        </>
      )}
    </Card>
  );
}

function Side({ title, names }: { title: string; names: readonly Schema<'LineageName'>[] }): ReactNode {
  const text = useText(lineageMessages);
  return (
    <div>
      <h3>{title}</h3>
      {names.length === 0 ? <p className="hint">{text('noNames')}</p> : <LineageNames names={names} />}
    </div>
  );
}

function Runs({ title, none, runs }: { title: string; none: string; runs: readonly Schema<'LineageRun'>[] }): ReactNode {
  const text = useText(lineageMessages);
  return (
    <>
      <h3>{title}</h3>
      {runs.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <ShortTable label={title} columns={columnsOf(text)} rows={runs} keyOf={({ executionId }) => executionId} />
      )}
    </>
  );
}

const columnsOf = (text: TextOf<typeof lineageMessages>): TableColumn<Schema<'LineageRun'>>[] => [
  {
    id: 'task',
    header: text('task'),
    render: ({ taskId, taskName }) => <TextLink to="/tasks/$taskId" params={{ taskId }} name={taskName} />,
  },
  {
    id: 'run',
    header: text('run'),
    width: '12rem',
    render: ({ executionId, executionStatus }) => (
      <Link to="/runs/$executionId" params={{ executionId }}>
        <RunStatusMark status={executionStatus} />
      </Link>
    ),
  },
  { id: 'finished', header: text('finished'), width: '13rem', render: ({ finishedAt }) => <TimeText at={finishedAt} /> },
];

/** The card with the datasets that the runs of a task have read and written. It is hidden if the runs have reported none. */
export function TaskDatasets({ taskId }: { taskId: string }): ReactNode {
  const text = useText(lineageMessages);
  const { data } = useRead('GET /datasets/lineage/tasks/{taskId}', { path: { taskId } });
  if (!data || data.inputs.length + data.outputs.length === 0) return undefined;
  const beside = ({ lastExecutionId }: Schema<'TouchedName'>): ReactNode => (
    <TextLink to="/runs/$executionId" params={{ executionId: lastExecutionId }} className="hint" name={text('byLastRun')} />
  );
  return (
    <Card title={text('taskTitle')}>
      <div className={styles['lineage']}>
        {(['inputs', 'outputs'] as const).map((side) => (
          <div key={side}>
            <h3>{text(side)}</h3>
            {data[side].length === 0 ? <p className="hint">{text('noNames')}</p> : <LineageNames names={data[side]} beside={beside} />}
          </div>
        ))}
      </div>
    </Card>
  );
}

type LineageNamesProps<Name> = {
  names: readonly Name[];
  /** Content beside a name. */
  beside?: (name: Name) => ReactNode;
};

/** The list of the names of datasets that runs have read or written. A name is a link if the person may see the dataset. */
export const LineageNames = <Name extends Schema<'LineageName'>>({ names, beside }: LineageNamesProps<Name>): ReactNode => (
  <ul className={styles['lineageNames']}>
    {names.map((entry) => (
      <li key={`${entry.namespace} ${entry.name}`} title={`${entry.namespace} ${entry.name}`}>
        {entry.datasetId === undefined ? (
          <bdi>{entry.name}</bdi>
        ) : (
          <TextLink to="/catalogue/datasets/$datasetId" params={{ datasetId: entry.datasetId }} name={entry.label ?? entry.name} />
        )}{' '}
        {beside?.(entry)}
      </li>
    ))}
  </ul>
);
