/** The lineage of a dataset: its sources, its targets, and the runs that have read or written it; and the datasets of the runs of a task. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { nameOrder, numberFormat } from '../../text/formats.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RunStatusMark } from '../task-executions/run-status.tsx';
import { lineageMessages } from './messages.ts';
import styles from './lineage.module.css';

/** The server reads the lineage from this many runs for each direction. */
const MOST_RUNS = 100;

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
            <Side title={text('sources')} names={data.sources} isCut={data.writtenBy.length >= MOST_RUNS} />
            <div>
              <h3>{text('self')}</h3>
              <p className={styles['lineageSelf']} dir="auto">
                {label}
              </p>
            </div>
            <Side title={text('targets')} names={data.targets} isCut={data.readBy.length >= MOST_RUNS} />
          </div>
          <Runs title={text('writtenBy')} none={text('noWriters')} runs={data.writtenBy} />
          <Runs title={text('readBy')} none={text('noReaders')} runs={data.readBy} />
          {data.writtenBy.length + data.readBy.length === 0 && <p className="hint">{text('hint')}</p>}
        </>
      )}
    </Card>
  );
}

/** A heading with the number of what stands below it, which ends with a plus if there may be more. */
function CountedHeading({ title, count, isCut = false }: { title: string; count: number; isCut?: boolean }): ReactNode {
  const language = useLanguage();
  return (
    <h3>
      {title}
      {count > 0 && <span className={styles['count']}> {numberFormat(language).format(count) + (isCut ? '+' : '')}</span>}
    </h3>
  );
}

type SideProps<Name> = { title: string; names: readonly Name[]; isCut?: boolean; beside?: (name: Name) => ReactNode };

function Side<Name extends Schema<'LineageName'>>({ title, names, isCut = false, beside }: SideProps<Name>): ReactNode {
  const text = useText(lineageMessages);
  return (
    <div>
      <CountedHeading title={title} count={names.length} isCut={isCut} />
      {names.length === 0 ? <p className="hint">{text('noNames')}</p> : <LineageNames label={title} names={names} beside={beside} />}
    </div>
  );
}

function Runs({ title, none, runs }: { title: string; none: string; runs: readonly Schema<'LineageRun'>[] }): ReactNode {
  const text = useText(lineageMessages);
  const { shown, more } = useFirst(runs, FIRST_RUNS);
  return (
    <>
      <CountedHeading title={title} count={runs.length} isCut={runs.length >= MOST_RUNS} />
      {runs.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <ShortTable label={title} columns={columnsOf(text)} rows={shown} keyOf={({ executionId }) => executionId} />
      )}
      {more}
    </>
  );
}

/** Entries that are shown before a person asks for more, and how many more each time. */
const [FIRST_RUNS, FIRST_NAMES, STEP] = [10, 20, 100];

/** The first entries of a long list, and the button that shows more of them, with their number. */
function useFirst<Entry>(entries: readonly Entry[], first: number): { shown: readonly Entry[]; more: ReactNode } {
  const text = useText(lineageMessages);
  const [most, setMost] = useState(first);
  const shown = entries.slice(0, most);
  const more = shown.length < entries.length && (
    <p className="inline-actions">
      <ActionButton onPress={() => setMost(most + STEP)}>{text('more')}</ActionButton>
      <span className="hint">{text('shownOf', { shown: shown.length, count: entries.length })}</span>
    </p>
  );
  return { shown, more };
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

/** The server names this many datasets of a task for each direction. */
const MOST_NAMES = 1000;

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
          <Side key={side} title={text(side)} names={data[side]} isCut={data[side].length >= MOST_NAMES} beside={beside} />
        ))}
      </div>
    </Card>
  );
}

type LineageNamesProps<Name> = {
  /** The name of the list for screen readers. */
  label: string;
  names: readonly Name[];
  /** Content beside a name. */
  beside?: ((name: Name) => ReactNode) | undefined;
};

/**
 * The list of the names of datasets that runs have read or written, in their order for people. A name is a link if the person may see the dataset. A
 * long list has a field that finds names.
 */
export function LineageNames<Name extends Schema<'LineageName'>>({ label, names, beside }: LineageNamesProps<Name>): ReactNode {
  const text = useText(lineageMessages);
  const compare = nameOrder(useLanguage());
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const nameOf = ({ label: own, name }: Name): string => own ?? name;
  const fitting = names
    .filter((entry) => `${nameOf(entry)} ${entry.namespace} ${entry.name}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => compare(nameOf(one), nameOf(other)) || compare(one.namespace, other.namespace));
  const { shown, more } = useFirst(fitting, FIRST_NAMES);
  return (
    <>
      {names.length > FIRST_NAMES && (
        <TextField
          type="search"
          aria-label={text('findName', { list: label })}
          placeholder={text('nameOrAddress')}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      )}
      <ul className={styles['lineageNames']} aria-label={label}>
        {shown.map((entry) => (
          <li key={`${entry.namespace} ${entry.name}`} title={`${entry.namespace} ${entry.name}`}>
            {entry.datasetId === undefined ? (
              <bdi>{entry.name}</bdi>
            ) : (
              <TextLink to="/catalogue/datasets/$datasetId" params={{ datasetId: entry.datasetId }} name={nameOf(entry)} />
            )}{' '}
            {beside?.(entry)}
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <p className="hint">{text('nothingFits')}</p>}
      {more}
    </>
  );
}
