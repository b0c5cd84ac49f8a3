/** One dynamic engine: its state, its package, its environments, and the status of its parts in the cluster. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AssignedEnvironments } from './assignments.tsx';
import { ClusterStatusCard } from './cluster-status.tsx';
import { ChangeDynamicEngine } from './dynamic-engine-dialogs.tsx';
import { DynamicEngineStateMark } from './dynamic-engine-state.tsx';
import { dynamicEngineMessages } from './messages.ts';
import { PackageCard } from './package-card.tsx';

const route = getRouteApi('/setup/dynamic-engines/$dynamicEngineId');

const REFRESH_INTERVAL = 3000;

/** The page. */
export function DynamicEnginePage(): ReactNode {
  const { dynamicEngineId } = route.useParams();
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT');
  const { data: engine, error } = useRead(
    'GET /processing/runtimes/dynamic-engines/{id}',
    { path: { id: dynamicEngineId } },
    { every: () => REFRESH_INTERVAL },
  );
  const { data: status, error: statusError } = useRead(
    'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status',
    { path: { dynamicEngineId } },
    { enabled: engine !== undefined, every: () => REFRESH_INTERVAL },
  );
  if (error) return <ErrorNote error={error} />;
  if (!engine) return undefined;
  return (
    <>
      <PageHead title={engine.name} aside={<DynamicEngineStateMark state={engine.state} />}>
        {mayChange && engine.state !== 'DELETED' && <DynamicEngineActions engine={engine} />}
      </PageHead>
      <StateHint state={engine.state} />
      {mayChange && engine.state !== 'DELETED' && <PackageCard engine={engine} />}
      <AssignedEnvironments engine={engine} />
      <ErrorNote error={statusError} />
      {status && <ClusterStatusCard status={status} />}
      <DynamicEngineFacts engine={engine} />
    </>
  );
}

function StateHint({ state }: { state: Schema<'DynamicEngineState'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  if (state === 'CREATING' || state === 'CONNECTED') return undefined;
  return (
    <p className={state === 'DELETED' ? 'note' : 'note bad'} role="status">
      {text(`${state}hint`)}
    </p>
  );
}

function DynamicEngineFacts({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  return (
    <FactsCard
      facts={[
        [text('description'), engine.description],
        [text('since'), <TimeText key="since" at={engine.lastModifiedStateDate} />],
        [text('created'), <TimeText key="created" at={engine.creationDate} form="minute" />],
        [text('createdBy'), engine.createdBy],
        [text('changed'), <TimeText key="changed" at={engine.lastModifiedDate} form="minute" />],
        [text('changedBy'), engine.lastModifiedBy],
        [text('id'), <code key="id">{engine.id}</code>],
      ]}
    />
  );
}

function DynamicEngineActions({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  const [isChanging, setIsChanging] = useState(false);
  // A connected operator first removes everything that it has installed.
  const notice = text(engine.state === 'CONNECTED' || engine.state === 'ERROR' ? 'deletesLater' : 'deleted');
  const refreshes = ['GET /processing/runtimes/dynamic-engines'] as const;
  const remove = useDeletion('DELETE /processing/runtimes/dynamic-engines/{id}', refreshes, '/setup/dynamic-engines', notice);
  return (
    <>
      <ActionButton onPress={() => setIsChanging(true)}>{text('edit')}</ActionButton>
      <DeleteButton name={engine.name} hint={text('deleteHint')} change={remove} input={{ path: { id: engine.id } }} />
      {isChanging && <ChangeDynamicEngine engine={engine} onClose={() => setIsChanging(false)} />}
    </>
  );
}
