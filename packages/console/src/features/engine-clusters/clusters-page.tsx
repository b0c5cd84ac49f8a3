/** The list of clusters, and the dialog that creates one. */
import type { Schema } from '@millrace/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useChange, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChoiceField, MultiChoiceField } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { ClusterStateMark } from '../remote-engines/engine-state.tsx';
import { useWorkspaceOptions } from '../workspaces/workspace-choice.tsx';
import { clusterMessages } from './messages.ts';

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
  const { data: engines } = useRead(
    'GET /processing/runtimes/remote-engines',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined, every: () => REFRESH_INTERVAL },
  );
  return (
    <TablePage
      text={text}
      title={text('clusters')}
      create={mayCreate && environment && creation.button}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'state',
          width: '12rem',
          render: ({ id, availability }) => (
            <ClusterStateMark availability={availability} isEmpty={engines?.every(({ clusterId }) => clusterId !== id) === true} />
          ),
        },
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/setup/clusters/$clusterId" params={{ clusterId: id }} name={name} />,
        },
        { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace?.name ?? text('allWorkspaces')}</bdi> },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}

const ALL = 'all';

/** The dialog that creates a cluster. */
function NewClusterDialog({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(clusterMessages);
  const navigate = useNavigate();
  const workspaces = useWorkspaceOptions();
  const [{ name, description, workspaceId }, draft] = useDraft({ name: '', description: '', workspaceId: ALL });
  const [remoteEngines, setEngines] = useState<string[]>([]);
  const { data: engines = [] } = useRead('GET /processing/runtimes/remote-engines', {
    query: { query: `environment.id==${environment.id}` },
  });
  const free = engines.filter(({ clusterId }) => clusterId === undefined);
  const create = useChange('POST /processing/runtimes/remote-engine-clusters', {
    refreshes: ['GET /processing/runtimes/remote-engine-clusters', 'GET /processing/runtimes/remote-engines'],
    onDone: ({ id }) => void navigate({ to: '/setup/clusters/$clusterId', params: { clusterId: id } }),
  });
  return (
    <FormDialog
      title={text('createTitle', { name: environment.name })}
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({
          body: {
            name,
            environmentId: environment.id,
            remoteEngines,
            ...(description !== '' && { description }),
            ...(workspaceId !== ALL && { workspaceId }),
          },
        })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <ChoiceField
        label={text('workspace')}
        {...draft.field('workspaceId')}
        options={[{ id: ALL, name: text('allWorkspaces') }, ...workspaces]}
      />
      {free.length > 0 && (
        <MultiChoiceField
          label={text('engines')}
          values={remoteEngines}
          options={free.map((engine) => ({ id: engine.id, name: engine.name }))}
          onChange={setEngines}
        />
      )}
    </FormDialog>
  );
}
