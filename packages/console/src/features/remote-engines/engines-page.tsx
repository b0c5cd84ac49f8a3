/** The list of engines. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { EngineStateMark, useRunsOnEngines } from './engine-state.tsx';
import { engineMessages } from './messages.ts';
import { NewEngineDialog } from './new-engine.tsx';

const REFRESH_INTERVAL = 5000;

/** The page. */
export function EnginesPage(): ReactNode {
  const { environment } = useEnvironment();
  return environment && <EngineList environment={environment} />;
}

function EngineList({ environment }: { environment: Schema<'EnvironmentInfo'> }): ReactNode {
  const text = useText(engineMessages);
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => <NewEngineDialog environment={environment} onClose={close} />);
  const filter = `environment.id==${environment.id}`;
  const list = useWholeList('GET /processing/runtimes/remote-engines', { query: { query: filter } }, { every: () => REFRESH_INTERVAL });
  const { data: clusters = [] } = useRead('GET /processing/runtimes/remote-engine-clusters', { query: { _s: filter } });
  const { data: versions } = useRead('GET /processing/engines', {});
  const runsOn = useRunsOnEngines(environment.id);
  return (
    <TablePage
      text={text}
      title={text('engines')}
      create={mayCreate && creation.button}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { id: 'state', width: '11rem', render: (engine) => <EngineStateMark engine={engine} /> },
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/engines/$engineId" params={{ engineId: id }} name={name} />,
        },
        { id: 'running', width: '6rem', align: 'end', render: (engine) => runsOn?.(engine).length ?? '–' },
        { id: 'workspace', width: '11rem', isWide: true, render: ({ workspace }) => <bdi>{workspace?.name ?? text('allWorkspaces')}</bdi> },
        {
          id: 'cluster',
          width: '10rem',
          isWide: true,
          render: ({ clusterId }) => <bdi>{clusters.find(({ id }) => id === clusterId)?.name ?? '–'}</bdi>,
        },
        {
          id: 'version',
          width: '6.5rem',
          isWide: true,
          render: (engine) => versions?.enginesInfo.find(({ id }) => id === engine.id)?.packageVersion ?? '–',
        },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}
