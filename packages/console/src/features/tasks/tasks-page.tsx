/** The list of tasks. */
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChosenFilter } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { taskMessages } from './messages.ts';
import { useRuntimeName } from './runtime-text.ts';

const REFRESH_INTERVAL = 15_000;

/** The page. */
export function TasksPage(): ReactNode {
  const text = useText(taskMessages);
  const { environment } = useEnvironment();
  const { filters, isFiltered, change, clear, typed, chosen } = useFilters('/tasks');
  const { name, workspace, artifact, tag } = filters;
  const runtimeName = useRuntimeName();
  const mayCreate = useMay('SVC_OPERATOR');
  const scope = workspace === undefined ? { environmentId: environment?.id } : { workspaceId: workspace };
  const list = useOffsetList(
    'POST /orchestration/executables/tasks/search',
    { body: { ...scope, name, artifactId: artifact, tags: tag === undefined ? undefined : [tag] } },
    { enabled: environment !== undefined, every: REFRESH_INTERVAL },
  );
  const publish = <ButtonLink to="/artifacts/publish" tone="main" name={text('publishZip')} />;
  return (
    <TablePage
      text={text}
      title={text('tasks')}
      actions={
        <>
          <ButtonLink to="/artifacts/publish" name={text('publishZip')} />
          {mayCreate && <ButtonLink to="/tasks/new" tone="main" name={text('newTask')} />}
        </>
      }
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <FilterField label={text('tag')} {...typed('tag')} />
          <WorkspaceFilter {...chosen('workspace')} />
          {artifact !== undefined && <ChosenFilter name={text('oneArtifact')} onRemove={() => change({ artifact: undefined })} />}
        </>
      }
      list={list}
      keyOf={({ executable }) => executable}
      columns={[
        {
          id: 'state',
          width: '7.5rem',
          render: ({ taskPauseDetails }) =>
            taskPauseDetails?.pause ? (
              <StatusMark tone="off">{text('paused')}</StatusMark>
            ) : (
              <StatusMark tone="good">{text('ready')}</StatusMark>
            ),
        },
        {
          id: 'name',
          render: ({ executable, name }, focus) => <NameLink {...focus} to="/tasks/$taskId" params={{ taskId: executable }} name={name} />,
        },
        { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace.name}</bdi> },
        { id: 'engine', width: '14rem', isWide: true, render: ({ runtime }) => <bdi>{runtimeName(runtime)}</bdi> },
      ]}
      empty={<EmptyList text={text} isFiltered={isFiltered} onClear={clear} create={publish} />}
    />
  );
}
