/** The list of clusters. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AvailabilityMark } from '../remote-engines/engine-state.tsx';
import { clusterMessages } from './messages.ts';
import { NewClusterDialog } from './new-cluster.tsx';

const REFRESH_INTERVAL = 10_000;

/** The page. */
export function ClustersPage(): ReactNode {
  const text = useText(clusterMessages);
  const { environment } = useEnvironment();
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch } = useRead(
    'GET /processing/runtimes/remote-engine-clusters',
    { query: { _s: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined, every: () => REFRESH_INTERVAL },
  );
  const create = mayCreate && environment && (
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
        columns={columnsOf(text)}
        rows={data ?? []}
        keyOf={({ id }) => id}
        isLoading={data === undefined && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && environment && <NewClusterDialog environment={environment} onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof clusterMessages>): TableColumn<Schema<'BaseEngine'>>[] => [
  { id: 'state', header: text('state'), width: '12rem', cell: ({ availability }) => <AvailabilityMark availability={availability} /> },
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/clusters/$clusterId" params={{ clusterId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'workspace',
    header: text('workspace'),
    width: '12rem',
    cell: ({ workspace }) => <bdi>{workspace?.name ?? text('allWorkspaces')}</bdi>,
  },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
];
