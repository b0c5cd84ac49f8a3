/** The list of engines. */
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
import { EngineStateMark } from './engine-state.tsx';
import { engineMessages } from './messages.ts';
import { NewEngineDialog } from './new-engine.tsx';
import { useRunsOnEngines } from './use-runs-on-engines.ts';

const REFRESH_INTERVAL = 5000;

/** An engine, with facts about it from other operations. */
type EngineRow = { engine: Schema<'Engine'>; cluster: string | undefined; version: string | undefined; running: number | undefined };

/** The page. */
export function EnginesPage(): ReactNode {
  const { environment } = useEnvironment();
  return environment && <EngineList environment={environment} />;
}

function EngineList({ environment }: { environment: Schema<'EnvironmentInfo'> }): ReactNode {
  const text = useText(engineMessages);
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const [isCreating, setIsCreating] = useState(false);
  const filter = `environment.id==${environment.id}`;
  const { data, error, refetch } = useRead(
    'GET /processing/runtimes/remote-engines',
    { query: { query: filter } },
    { every: () => REFRESH_INTERVAL },
  );
  const { data: clusters = [] } = useRead('GET /processing/runtimes/remote-engine-clusters', { query: { _s: filter } });
  const { data: versions } = useRead('GET /processing/engines', {});
  const runsOn = useRunsOnEngines(environment.id);
  const rows = (data ?? []).map((engine): EngineRow => ({
    engine,
    cluster: clusters.find(({ id }) => id === engine.clusterId)?.name,
    version: versions?.enginesInfo.find(({ id }) => id === engine.id)?.packageVersion,
    running: runsOn?.(engine).length,
  }));
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
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ engine }) => engine.id}
        isLoading={data === undefined && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewEngineDialog environment={environment} onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof engineMessages>): TableColumn<EngineRow>[] => [
  { id: 'state', header: text('state'), width: '11rem', cell: ({ engine }) => <EngineStateMark engine={engine} /> },
  {
    id: 'name',
    header: text('name'),
    cell: ({ engine: { id, name } }, focus) => (
      <Link {...focus} to="/engines/$engineId" params={{ engineId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'running', header: text('running'), width: '6rem', align: 'end', cell: ({ running }) => running ?? '–' },
  {
    id: 'workspace',
    header: text('workspace'),
    width: '11rem',
    isWide: true,
    cell: ({ engine }) => <bdi>{engine.workspace?.name ?? text('allWorkspaces')}</bdi>,
  },
  { id: 'cluster', header: text('cluster'), width: '10rem', isWide: true, cell: ({ cluster }) => <bdi>{cluster ?? '–'}</bdi> },
  { id: 'version', header: text('version'), width: '6.5rem', isWide: true, cell: ({ version }) => version ?? '–' },
];
