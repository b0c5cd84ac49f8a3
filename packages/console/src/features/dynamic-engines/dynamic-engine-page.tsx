/** One dynamic engine: its state, its package, its environments, and the status of its parts in the cluster. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { AssignedEnvironments } from './assigned-environments.tsx';
import { ClusterStatusCard } from './cluster-status-card.tsx';
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
    <section className="card">
      <h2>{text('facts')}</h2>
      <FactList
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
    </section>
  );
}

function DynamicEngineActions({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  const navigate = useNavigate();
  const [isChanging, setIsChanging] = useState(false);
  const remove = useChange('DELETE /processing/runtimes/dynamic-engines/{id}', {
    refreshes: ['GET /processing/runtimes/dynamic-engines'],
    onDone: () => {
      // A connected operator first removes everything that it has installed.
      toast(engine.state === 'CONNECTED' || engine.state === 'ERROR' ? text('deletesLater') : text('deleted'));
      void navigate({ to: '/setup/dynamic-engines' });
    },
  });
  return (
    <>
      <ActionButton onPress={() => setIsChanging(true)}>{text('edit')}</ActionButton>
      <DeleteButton
        name={engine.name}
        hint={text('deleteHint')}
        change={remove}
        onDelete={() => remove.mutate({ path: { id: engine.id } })}
      />
      {isChanging && <ChangeDynamicEngine engine={engine} onClose={() => setIsChanging(false)} />}
    </>
  );
}
