/** The list of resources. */
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ListPage, useDialogButton } from '../../ui/list-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-filter.tsx';
import { resourceMessages } from './messages.ts';
import { NewResourceDialog } from './new-resource.tsx';

/** The page. */
export function ResourcesPage(): ReactNode {
  const text = useText(resourceMessages);
  const { environment } = useEnvironment();
  const { filters, isFiltered, typed, chosen } = useFilters('/setup/resources');
  const { name, workspace } = filters;
  const creation = useDialogButton(text('new'), (close) => <NewResourceDialog workspace={workspace} onClose={close} />);
  const list = useOffsetList(
    'GET /orchestration/resources',
    { query: { environmentId: environment?.id, name, workspaceId: workspace } },
    { enabled: environment !== undefined },
  );
  return (
    <ListPage
      text={text}
      title={text('title')}
      create={creation.button}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <WorkspaceFilter {...chosen('workspace')} />
        </>
      }
      isFiltered={isFiltered}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => (
            <NameLink {...focus} to="/setup/resources/$resourceId" params={{ resourceId: id }} name={name} />
          ),
        },
        { id: 'kind', width: '8rem', render: ({ file }) => text(file ? 'file' : 'folder') },
        { id: 'workspace', width: '12rem', render: ({ workspaceInfo }) => <bdi>{workspaceInfo.name}</bdi> },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
      ]}
    >
      {creation.dialog}
    </ListPage>
  );
}
