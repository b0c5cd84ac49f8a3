/** One cluster: its engines and its run profiles. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AvailabilityMark } from '../remote-engines/engine-state.tsx';
import { RunProfilesCard } from '../run-profiles/run-profiles-card.tsx';
import { ClusterEngines } from './cluster-engines.tsx';
import { clusterMessages } from './messages.ts';

const route = getRouteApi('/setup/clusters/$clusterId');

const REFRESH_INTERVAL = 10_000;

/** The page. */
export function ClusterPage(): ReactNode {
  const text = useText(clusterMessages);
  const navigate = useNavigate();
  const { clusterId } = route.useParams();
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT');
  const [isDeleting, setIsDeleting] = useState(false);
  const { data: cluster, error } = useRead(
    'GET /processing/runtimes/remote-engine-clusters/{clusterId}',
    { path: { clusterId } },
    { every: () => REFRESH_INTERVAL },
  );
  const remove = useChange('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', {
    refreshes: ['GET /processing/runtimes/remote-engine-clusters', 'GET /processing/runtimes/remote-engines'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/setup/clusters' }),
  });
  if (!cluster) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={cluster.name} aside={<AvailabilityMark availability={cluster.availability} />}>
        {mayChange && <ActionButton onPress={() => setIsDeleting(true)}>{text('delete')}</ActionButton>}
      </PageHead>
      <ClusterEngines cluster={cluster} mayChange={mayChange} />
      <section className="card">
        <h2>{text('facts')}</h2>
        <FactList
          facts={[
            [text('description'), cluster.description],
            [text('workspace'), cluster.workspace?.name ?? text('allWorkspaces')],
            [text('created'), <TimeText key="created" at={cluster.createDate} form="minute" />],
            [text('id'), <code key="id">{cluster.id}</code>],
          ]}
        />
      </section>
      <RunProfilesCard owner={{ processorType: 'REC', id: cluster.id }} />
      <DeleteDialog
        name={cluster.name}
        isOpen={isDeleting}
        change={remove}
        onDelete={() => remove.mutate({ path: { clusterId } })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteHint')}</p>
      </DeleteDialog>
    </>
  );
}
