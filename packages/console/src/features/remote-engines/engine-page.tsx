/** One engine: its state, its running executions, and its run profiles. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ConfirmDialog, DeleteButton } from '../../ui/dialogs.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RunProfilesCard } from '../run-profiles/run-profiles-card.tsx';
import type { Run } from '../task-executions/read-runs.ts';
import { RunStatusMark } from '../task-executions/run-status.tsx';
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
          <p dir="auto">{engine.illness.message}</p>
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
    <FactsCard
      facts={[
        [text('description'), engine.description],
        [text('kind'), text(engine.managed ? 'builtIn' : 'own')],
        [text('workspace'), engine.workspace?.name ?? text('allWorkspaces')],
        [
          text('cluster'),
          cluster && <TextLink key="cluster" to="/setup/clusters/$clusterId" params={{ clusterId: cluster.id }} name={cluster.name} />,
        ],
        [text('isolation'), isolationText(text, isolation)],
        [text('javas'), javas?.join(', ') || undefined],
        // Its line is there before it is known, so that nothing moves.
        [text('version'), versions ? versions.enginesInfo.find(({ id }) => id === engine.id)?.packageVersion : ' '],
        [text('created'), <TimeText key="created" at={engine.createDate} form="minute" />],
        [text('id'), <code key="id">{engine.id}</code>],
        [text('runtimeId'), <code key="runtimeId">{engine.runtimeId}</code>],
      ]}
    />
  );
}

function EngineRuns({ environmentId, engine }: { environmentId: string; engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const runs = useRunsOnEngines(environmentId)?.(engine);
  return (
    <Card title={text('runs')}>
      {!runs?.length && <p className="hint">{runs ? text('noRuns') : '\u00A0'}</p>}
      {runs && runs.length > 0 && <ShortTable label={text('runs')} columns={columnsOf(text)} rows={runs} keyOf={({ id }) => id} />}
    </Card>
  );
}

const columnsOf = (text: TextOf<typeof engineMessages>): TableColumn<Run>[] => [
  {
    id: 'status',
    header: text('status'),
    width: '10rem',
    render: ({ status, misfiredReason }) => <RunStatusMark status={status} misfiredReason={misfiredReason} />,
  },
  {
    id: 'task',
    header: text('task'),
    render: ({ id, name }) => <TextLink to="/runs/$executionId" params={{ executionId: id }} name={name} />,
  },
  { id: 'started', header: text('started'), render: ({ runStartTime, triggerTime }) => <TimeText at={runStartTime ?? triggerTime} /> },
];

/** The buttons that pair the engine again and delete it. The built-in engine has none, because the server manages it. */
function EngineActions({ engine: { id, name, managed } }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const [isUnpairing, setIsUnpairing] = useState(false);
  const [key, setKey] = useState<string>();
  const unpair = useChange('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
    refreshes: ['GET /processing/runtimes/remote-engines/{id}', 'GET /processing/runtimes/remote-engines'],
    onDone: (created) => {
      setIsUnpairing(false);
      setKey(created);
    },
  });
  const remove = useDeletion('DELETE /processing/runtimes/remote-engines/{id}', ['GET /processing/runtimes/remote-engines'], '/engines');
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT') && !managed;
  if (!mayChange) return undefined;
  return (
    <>
      <ActionButton onPress={() => setIsUnpairing(true)}>{text('unpair')}</ActionButton>
      <DeleteButton name={name} hint={text('deleteHint')} change={remove} input={{ path: { id } }} />
      <ConfirmDialog
        title={text('unpairTitle', { name })}
        action={text('unpair')}
        isOpen={isUnpairing}
        change={unpair}
        onConfirm={() => unpair.mutate({ path: { id } })}
        onClose={() => setIsUnpairing(false)}
      >
        <p>{text('unpairHint')}</p>
      </ConfirmDialog>
      {key !== undefined && <PairingDialog name={name} pairingKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
