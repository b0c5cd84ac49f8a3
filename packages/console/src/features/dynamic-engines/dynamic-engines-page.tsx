/** The list of dynamic engines. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { NewDynamicEngine } from './dynamic-engine-dialogs.tsx';
import { DynamicEngineStateMark } from './dynamic-engine-state.tsx';
import { dynamicEngineMessages } from './messages.ts';

const REFRESH_INTERVAL = 5000;

/** The page. */
export function DynamicEnginesPage(): ReactNode {
  const text = useText(dynamicEngineMessages);
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const mayOpen = useMay('SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ');
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch } = useRead('GET /processing/runtimes/dynamic-engines', {}, { every: () => REFRESH_INTERVAL });
  const create = mayCreate && (
    <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
      {text('new')}
    </ActionButton>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, mayOpen)}
        rows={data ?? []}
        keyOf={({ id }) => id}
        isLoading={data === undefined && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewDynamicEngine onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof dynamicEngineMessages>, mayOpen: boolean): TableColumn<Schema<'DynamicEngine'>>[] => [
  { id: 'state', header: text('status'), width: '13rem', cell: ({ state }) => <DynamicEngineStateMark state={state} /> },
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) =>
      mayOpen ? (
        <Link {...focus} to="/setup/dynamic-engines/$dynamicEngineId" params={{ dynamicEngineId: id }} dir="auto" title={name}>
          {name}
        </Link>
      ) : (
        <bdi>{name}</bdi>
      ),
  },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
  {
    id: 'since',
    header: text('since'),
    width: '12rem',
    isWide: true,
    cell: ({ lastModifiedStateDate }) => <TimeText at={lastModifiedStateDate} form="minute" />,
  },
];
