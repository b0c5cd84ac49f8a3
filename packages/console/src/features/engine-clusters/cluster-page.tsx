/** One cluster: its engines and its run profiles. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ModalDialog, DeleteButton } from '../../ui/dialogs.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { ClusterStateMark, EngineStateMark } from '../remote-engines/engine-state.tsx';
import { RunProfilesCard } from '../run-profiles/run-profiles-card.tsx';
import { clusterMessages } from './messages.ts';

const route = getRouteApi('/setup/clusters/$clusterId');

const REFRESH_INTERVAL = 10_000;

/** The page. */
export function ClusterPage(): ReactNode {
  const text = useText(clusterMessages);
  const { clusterId } = route.useParams();
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT');
  const { data: cluster, error } = useRead(
    'GET /processing/runtimes/remote-engine-clusters/{clusterId}',
    { path: { clusterId } },
    { every: () => REFRESH_INTERVAL },
  );
  const remove = useDeletion(
    'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}',
    ['GET /processing/runtimes/remote-engine-clusters', 'GET /processing/runtimes/remote-engines'],
    '/setup/clusters',
  );
  if (!cluster) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead
        title={cluster.name}
        aside={<ClusterStateMark availability={cluster.availability} isEmpty={cluster.engines.length === 0} />}
      >
        {mayChange && <DeleteButton name={cluster.name} hint={text('deleteHint')} change={remove} input={{ path: { clusterId } }} />}
      </PageHead>
      <ClusterEngines cluster={cluster} mayChange={mayChange} />
      <FactsCard
        facts={[
          [text('description'), cluster.description],
          [text('workspace'), cluster.workspace?.name ?? text('allWorkspaces')],
          [text('created'), <TimeText key="created" at={cluster.createDate} form="minute" />],
          [text('id'), <code key="id">{cluster.id}</code>],
        ]}
      />
      <RunProfilesCard owner={{ processorType: 'REC', id: cluster.id }} />
    </>
  );
}

type Engine = Schema<'Engine'>;
type ClusterEnginesProps = { cluster: Schema<'EngineCluster'>; mayChange: boolean };

const READS: readonly Route[] = [
  'GET /processing/runtimes/remote-engines',
  'GET /processing/runtimes/remote-engine-clusters/{clusterId}',
  'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
];
const METHODS = ['DEFAULT', 'DUPLICATE_RUN_PROFILES'] as const;

/** The engines of a cluster, with buttons that add and remove engines. */
function ClusterEngines({ cluster: { id: clusterId, engines: ids }, mayChange }: ClusterEnginesProps): ReactNode {
  const text = useText(clusterMessages);
  const [isAdding, setIsAdding] = useState(false);
  const { data: engines = [] } = useRead('GET /processing/runtimes/remote-engines', { query: {} });
  const remove = useChange('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
    refreshes: READS,
    notice: text('takenOut'),
  });
  const takeOut = (engineId: string): ReactNode =>
    mayChange && (
      <ActionButton isPending={remove.isPending} onPress={() => remove.mutate({ path: { clusterId, engineId } })}>
        {text('takeOut')}
      </ActionButton>
    );
  const members = engines.filter(({ id }) => ids.includes(id));
  return (
    <Card
      title={text('engines')}
      actions={
        mayChange && (
          <ActionButton icon="plus" onPress={() => setIsAdding(true)}>
            {text('addEngine')}
          </ActionButton>
        )
      }
    >
      {ids.length === 0 && <p className="hint">{text('noEngines')}</p>}
      {members.length > 0 && (
        <ShortTable label={text('engines')} columns={columnsOf(text, takeOut)} rows={members} keyOf={({ id }) => id} />
      )}
      <ErrorNote error={remove.error} />
      {isAdding && <AddEngine clusterId={clusterId} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function AddEngine({ clusterId, onClose }: { clusterId: string; onClose: () => void }): ReactNode {
  const text = useText(clusterMessages);
  const { environment } = useEnvironment();
  const { data: engines } = useRead(
    'GET /processing/runtimes/remote-engines',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const free = engines?.filter((engine) => engine.clusterId === undefined);
  const [chosen, setChosen] = useState<string>();
  const engineId = chosen ?? free?.[0]?.id ?? '';
  const [method, setMethod] = useState<(typeof METHODS)[number]>('DEFAULT');
  const add = useChange('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
    refreshes: READS,
    notice: text('added'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('addEngine')} onClose={onClose}>
      <p>{text(free?.length === 0 ? 'noFree' : 'addHint')}</p>
      {free !== undefined && free.length > 0 && (
        <ChangeForm
          action={text('addEngine')}
          change={add}
          onSubmit={() => add.mutate({ path: { clusterId, engineId }, body: { method } })}
          onCancel={onClose}
        >
          <ChoiceField label={text('engine')} value={engineId} options={free.map(({ id, name }) => ({ id, name }))} onChange={setChosen} />
          <ChoiceField
            label={text('profiles')}
            value={method}
            options={METHODS.map((id) => ({ id, name: text(id) }))}
            onChange={setMethod}
          />
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

const columnsOf = (text: TextOf<typeof clusterMessages>, takeOut: (engineId: string) => ReactNode): TableColumn<Engine>[] => [
  { id: 'state', header: text('state'), width: '12rem', render: (engine) => <EngineStateMark engine={engine} /> },
  {
    id: 'name',
    header: text('name'),
    render: ({ id, name }) => <TextLink to="/engines/$engineId" params={{ engineId: id }} name={name} />,
  },
  { id: 'out', header: '', align: 'end', render: ({ id }) => takeOut(id) },
];
