/** The list of tasks. */
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { useChosenColumns } from '../../app/chosen-columns.tsx';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { ListDownload } from '../../app/list-download.tsx';
import { useOffsetList } from '../../app/lists.ts';
import { CHANGES_TASKS, PUBLISHES } from '../../app/needs.ts';
import { SavedViews } from '../../app/saved-views.tsx';
import { useText } from '../../text/language.tsx';
import { ChosenFilter } from '../../ui/choice-field.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { stateMessages } from '../task-executions/state-messages.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { taskMessages } from './messages.ts';
import { useRuntimeName } from './runtime-text.ts';
import { useTaskActions } from './task-actions.ts';
import { taskColumns } from './task-columns.tsx';
import { readTaskOverviews, TASK_OVERVIEWS, useTaskOverviews } from './task-overviews.ts';

const REFRESH_INTERVAL = 15_000;

/** The page. */
export function TasksPage(): ReactNode {
  const text = useText(taskMessages);
  const { environment } = useEnvironment();
  const { filters, isFiltered, change, clear, typed, chosen } = useFilters('/tasks');
  const { name, workspace, artifact, tag } = filters;
  const runtimeName = useRuntimeName();
  const mayCreate = useLack(CHANGES_TASKS) === undefined;
  const mayPublish = useLack(PUBLISHES) === undefined;
  const client = useQueryClient();
  const scope = workspace === undefined ? { environmentId: environment?.id } : { workspaceId: workspace };
  const list = useOffsetList(
    'POST /orchestration/executables/tasks/search',
    { body: { ...scope, name, artifactId: artifact, tags: tag === undefined ? undefined : [tag] } },
    { enabled: environment !== undefined, every: REFRESH_INTERVAL },
  );
  const overviews = useTaskOverviews(
    list.rows.map(({ executable }) => executable),
    REFRESH_INTERVAL,
  );
  const stateText = useText(stateMessages);
  const columnsWith = (known: ReadonlyMap<string, Schema<'TaskOverview'>>) =>
    taskColumns(text, { overviewOf: ({ executable }) => known.get(executable), runtimeName, stateText });
  const { columns, columnChoice, columnView } = useChosenColumns('tasks', text, columnsWith(overviews));
  const actions = useTaskActions(({ executable }) => overviews.get(executable)?.newerArtifactVersion !== undefined);
  const refetch = (): void => {
    list.refetch();
    void client.invalidateQueries({ queryKey: [TASK_OVERVIEWS] });
  };
  const readAll = async (most: number) => {
    const all = await list.readAll(most);
    const known = await readTaskOverviews(all.rows.map(({ executable }) => executable));
    return { ...all, columns: columnsWith(known).filter(({ id }) => columns.some((column) => column.id === id)) };
  };
  return (
    <TablePage
      text={text}
      title={text('tasks')}
      actions={
        <>
          {mayPublish && <ButtonLink to="/artifacts/publish" name={text('publishZip')} />}
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
      tools={
        <>
          <SavedViews list="tasks" columns={columnView} />
          {columnChoice}
          <ListDownload name="tasks" text={text} read={readAll} />
        </>
      }
      list={{ ...list, refetch }}
      keyOf={({ executable }) => executable}
      selection={{ nameOf: ({ name }) => name, actions }}
      columns={columns}
      empty={
        <EmptyList
          text={text}
          isFiltered={isFiltered}
          onClear={clear}
          create={mayPublish && <ButtonLink to="/artifacts/publish" tone="main" name={text('publishZip')} />}
        />
      }
    />
  );
}
