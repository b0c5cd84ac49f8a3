/** One engine: its state, its running executions, and its run profiles. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ConfirmDialog, DeleteDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RunProfilesCard } from '../run-profiles/run-profiles-card.tsx';
import { RunStatusMark, type Run } from '../task-executions/run-status.tsx';
import { EngineStateMark, isolationText, useRunsOnEngines } from './engine-state.tsx';
import { engineMessages } from './messages.ts';
import { PairingDialog } from './new-engine.tsx';

const route = getRouteApi('/engines/$engineId');

const REFRESH_INTERVAL = 5000;

/** The page. */
export function EnginePage(): ReactNode {
  const { engineId } = route.useParams();
  const { environment } = useEnvironment();
  const { data: engine, error } = useRead(
    'GET /processing/runtimes/remote-engines/{id}',
    { path: { id: engineId } },
    { every: () => REFRESH_INTERVAL },
  );
  if (!engine) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={engine.name} aside={<EngineStateMark engine={engine} />}>
        <EngineActions engine={engine} />
      </PageHead>
      {engine.illness && (
        <div className="note bad">
          <p dir="auto">
            {engine.illness.message} <span className="hint">{engine.illness.code}</span>
          </p>
          <p className="hint">
            <TimeText at={engine.illness.since} />
          </p>
        </div>
      )}
      <EngineFacts engine={engine} />
      {environment && <EngineRuns environmentId={environment.id} engine={engine} />}
      <RunProfilesCard owner={{ processorType: 'RE', id: engine.id }} />
    </>
  );
}

function EngineFacts({ engine }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const { clusterId, isolation, javas } = engine;
  const { data: versions } = useRead('GET /processing/engines', {});
  const { data: cluster } = useRead(
    'GET /processing/runtimes/remote-engine-clusters/{clusterId}',
    { path: { clusterId: clusterId ?? '' } },
    { enabled: clusterId !== undefined },
  );
  return (
    <Card title={text('facts')}>
      <FactList
        facts={[
          [text('description'), engine.description],
          [text('kind'), text(engine.managed ? 'builtIn' : 'own')],
          [text('workspace'), engine.workspace?.name ?? text('allWorkspaces')],
          [
            text('cluster'),
            cluster && (
              <Link key="cluster" to="/setup/clusters/$clusterId" params={{ clusterId: cluster.id }}>
                {cluster.name}
              </Link>
            ),
          ],
          [text('isolation'), isolationText(text, isolation)],
          [text('javas'), javas?.join(', ') || undefined],
          [text('version'), versions?.enginesInfo.find(({ id }) => id === engine.id)?.packageVersion],
          [text('created'), <TimeText key="created" at={engine.createDate} form="minute" />],
          [text('id'), <code key="id">{engine.id}</code>],
          [text('runtimeId'), <code key="runtimeId">{engine.runtimeId}</code>],
        ]}
      />
    </Card>
  );
}

function EngineRuns({ environmentId, engine }: { environmentId: string; engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const runs = useRunsOnEngines(environmentId)?.(engine);
  return (
    <Card title={text('runs')}>
      {runs?.length === 0 && <p className="hint">{text('noRuns')}</p>}
      {runs && runs.length > 0 && <ShortTable label={text('runs')} columns={columnsOf(text)} rows={runs} keyOf={({ id }) => id} />}
    </Card>
  );
}

const columnsOf = (text: TextOf<typeof engineMessages>): TableColumn<Run>[] => [
  { id: 'status', header: text('status'), width: '10rem', render: ({ status }) => <RunStatusMark status={status} /> },
  {
    id: 'task',
    header: text('task'),
    render: ({ id, name }) => (
      <Link to="/runs/$executionId" params={{ executionId: id }} dir="auto">
        {name}
      </Link>
    ),
  },
  { id: 'started', header: text('started'), render: ({ runStartTime, triggerTime }) => <TimeText at={runStartTime ?? triggerTime} /> },
];

/** The buttons that pair the engine again and delete it. The built-in engine has none, because the server manages it. */
function EngineActions({ engine: { id, name, managed } }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const navigate = useNavigate();
  const [open, setOpen] = useState<'unpair' | 'delete'>();
  const [key, setKey] = useState<string>();
  const unpair = useChange('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
    refreshes: ['GET /processing/runtimes/remote-engines/{id}', 'GET /processing/runtimes/remote-engines'],
    onDone: (created) => {
      setOpen(undefined);
      setKey(created);
    },
  });
  const remove = useChange('DELETE /processing/runtimes/remote-engines/{id}', {
    refreshes: ['GET /processing/runtimes/remote-engines'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/engines' }),
  });
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT') && !managed;
  if (!mayChange) return undefined;
  return (
    <>
      <ActionButton onPress={() => setOpen('unpair')}>{text('unpair')}</ActionButton>
      <ActionButton onPress={() => setOpen('delete')}>{text('delete')}</ActionButton>
      <ConfirmDialog
        title={text('unpairTitle', { name })}
        action={text('unpair')}
        isOpen={open === 'unpair'}
        change={unpair}
        onConfirm={() => unpair.mutate({ path: { id } })}
        onClose={() => setOpen(undefined)}
      >
        <p>{text('unpairHint')}</p>
      </ConfirmDialog>
      <DeleteDialog
        name={name}
        isOpen={open === 'delete'}
        change={remove}
        onDelete={() => remove.mutate({ path: { id } })}
        onClose={() => setOpen(undefined)}
      >
        <p>{text('deleteHint')}</p>
      </DeleteDialog>
      {key !== undefined && <PairingDialog name={name} pairingKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
