/** The list of connections. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { connectionMessages } from './messages.ts';
import { OutboundNote } from './outbound-note.tsx';

/** The page. */
export function ConnectionsPage(): ReactNode {
  const text = useText(connectionMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/setup/connections');
  const { name, workspace } = filters;
  const mayCreate = useLack(CHANGES_CONNECTIONS) === undefined;
  const list = useEnvironmentList('GET /orchestration/connections', { name, workspaceId: workspace });
  return (
    <TablePage
      text={text}
      title={text('connections')}
      create={mayCreate && <ButtonLink to="/setup/connections/new" search={{ workspace }} tone="main" name={text('newConnection')} />}
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
            <NameLink {...focus} to="/setup/connections/$connectionId" params={{ connectionId: id }} name={name} />
          ),
        },
        { id: 'app', width: '10rem', render: ({ app }) => <bdi>{app}</bdi> },
        { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace.name}</bdi> },
        {
          id: 'changed',
          width: '12rem',
          isWide: true,
          render: ({ createDate, updateDate }) => <TimeText at={updateDate ?? createDate} form="minute" />,
        },
      ]}
    >
      <OutboundNote />
    </TablePage>
  );
}
