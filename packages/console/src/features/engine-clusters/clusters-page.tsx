/** The list of clusters. */
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ListPage, useDialogButton } from '../../ui/list-page.tsx';
import { AvailabilityMark } from '../remote-engines/engine-state.tsx';
import { clusterMessages } from './messages.ts';
import { NewClusterDialog } from './new-cluster.tsx';

const REFRESH_INTERVAL = 10_000;

/** The page. */
export function ClustersPage(): ReactNode {
  const text = useText(clusterMessages);
  const { environment } = useEnvironment();
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => environment && <NewClusterDialog environment={environment} onClose={close} />);
  const list = useWholeList(
    'GET /processing/runtimes/remote-engine-clusters',
    { query: { _s: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined, every: () => REFRESH_INTERVAL },
  );
  return (
    <ListPage
      text={text}
      title={text('title')}
      create={mayCreate && environment && creation.button}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { id: 'state', width: '12rem', render: ({ availability }) => <AvailabilityMark availability={availability} /> },
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/setup/clusters/$clusterId" params={{ clusterId: id }} name={name} />,
        },
        { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace?.name ?? text('allWorkspaces')}</bdi> },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
      ]}
    >
      {creation.dialog}
    </ListPage>
  );
}
