/** One dynamic-engine environment: its engine, and the status of its parts in the cluster. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { assignmentMessages } from '../dynamic-engines/messages.ts';
import { AssignDialog, UnassignButton } from '../dynamic-engines/assignments.tsx';
import { ClusterStatusCard } from '../dynamic-engines/cluster-status.tsx';
import { EnvironmentStatusMark } from '../dynamic-engines/dynamic-engine-state.tsx';
import { ChangeDynamicEnvironment, DYNAMIC_ENVIRONMENT_READS } from './dynamic-environment-dialogs.tsx';
import { dynamicEnvironmentMessages } from './messages.ts';

const route = getRouteApi('/setup/dynamic-engine-environments/$environmentId');

const REFRESH_INTERVAL = 3000;

/** The page. */
export function DynamicEnvironmentPage(): ReactNode {
  const states = useText(assignmentMessages);
  const { environmentId } = route.useParams();
  const { data: environment, error } = useRead(
    'GET /orchestration/dynamic-engine-environments/{environmentId}',
    { path: { environmentId } },
    { every: () => REFRESH_INTERVAL },
  );
  if (error) return <ErrorNote error={error} />;
  if (!environment) return undefined;
  const { status, deId } = environment;
  return (
    <>
      <PageHead title={environment.name} aside={<EnvironmentStatusMark status={status} />}>
        <EnvironmentActions environment={environment} />
      </PageHead>
      {(status === 'SET_UP_REQUIRED' || status === 'NOT_READY') && (
        <p className="note" role="status">
          {states(`${status}hint`)}
        </p>
      )}
      <EngineCard environment={environment} />
      {deId !== undefined && <EnvironmentInCluster environmentId={environment.id} dynamicEngineId={deId} />}
      <EnvironmentFacts environment={environment} />
    </>
  );
}

function EngineCard({ environment }: { environment: Schema<'DEEnvironment'> }): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const states = useText(assignmentMessages);
  const mayAssign = useMay('SVC_CLUSTER_MANAGEMENT');
  const mayOpen = useMay('SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ');
  const [isAssigning, setIsAssigning] = useState(false);
  const { data: engines = [] } = useRead('GET /processing/runtimes/dynamic-engines', {});
  const { id, deId } = environment;
  const engine = engines.find((candidate) => candidate.id === deId);
  return (
    <Card
      title={states('dynamicEngine')}
      actions={
        <>
          {mayAssign && deId === undefined && (
            <ActionButton icon="plus" onPress={() => setIsAssigning(true)}>
              {states('assignEngine')}
            </ActionButton>
          )}
          {mayAssign && deId !== undefined && <UnassignButton environment={environment} dynamicEngineId={deId} />}
        </>
      }
    >
      {deId === undefined && <p className="hint">{text('notAssigned')}</p>}
      {deId !== undefined && mayOpen && (
        <TextLink
          to="/setup/dynamic-engines/$dynamicEngineId"
          params={{ dynamicEngineId: deId }}
          className="wraps"
          name={engine?.name ?? deId}
        />
      )}
      {deId !== undefined && !mayOpen && <bdi className="wraps">{engine?.name ?? deId}</bdi>}
      {isAssigning && (
        <AssignDialog
          title={states('assignEngine')}
          label={states('dynamicEngine')}
          options={engines.filter(({ state }) => state !== 'DELETED').map((option) => ({ id: option.id, name: option.name }))}
          empty={states('noEngine')}
          more={undefined}
          assignmentOf={(dynamicEngineId) => ({ environmentId: id, dynamicEngineId })}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </Card>
  );
}

function EnvironmentInCluster({ environmentId, dynamicEngineId }: { environmentId: string; dynamicEngineId: string }): ReactNode {
  const { data: status, error } = useRead(
    'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
    { path: { dynamicEngineId, environmentId } },
    { every: () => REFRESH_INTERVAL },
  );
  if (error) return <ErrorNote error={error} />;
  return status && <ClusterStatusCard status={status} />;
}

function EnvironmentFacts({ environment }: { environment: Schema<'DEEnvironment'> }): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const { creationDate, lastModifiedDate } = environment;
  return (
    <FactsCard
      facts={[
        [text('description'), environment.description],
        [text('logs'), text(environment.logStrategy)],
        [text('metrics'), text(environment.metricsStrategy)],
        [text('created'), creationDate && <TimeText key="created" at={creationDate} form="minute" />],
        [text('createdBy'), environment.createdBy],
        [text('changed'), lastModifiedDate && <TimeText key="changed" at={lastModifiedDate} form="minute" />],
        [text('changedBy'), environment.lastModifiedBy],
        [text('id'), <code key="id">{environment.id}</code>],
      ]}
    />
  );
}

function EnvironmentActions({ environment }: { environment: Schema<'DEEnvironment'> }): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const [isChanging, setIsChanging] = useState(false);
  const remove = useDeletion(
    'DELETE /orchestration/dynamic-engine-environments/{environmentId}',
    DYNAMIC_ENVIRONMENT_READS,
    '/setup/dynamic-engine-environments',
  );
  return (
    <>
      <ButtonLink to="/setup/workspaces" search={{ environment: environment.id }} name={text('workspaces')} />
      <ActionButton onPress={() => setIsChanging(true)}>{text('edit')}</ActionButton>
      <DeleteButton name={environment.name} hint={text('deleteHint')} change={remove} input={{ path: { environmentId: environment.id } }} />
      {isChanging && <ChangeDynamicEnvironment environment={environment} onClose={() => setIsChanging(false)} />}
    </>
  );
}
