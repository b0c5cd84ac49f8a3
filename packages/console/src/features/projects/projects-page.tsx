/** The list of projects. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { projectMessages } from './messages.ts';
import { NewProject } from './new-project.tsx';

/** The page. */
export function ProjectsPage(): ReactNode {
  const text = useText(projectMessages);
  const { filters, isFiltered, typed } = useFilters('/setup/projects');
  const creation = useDialogButton(text('new'), (close) => <NewProject onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('projects')}
      create={creation.button}
      filters={<FilterField label={text('name')} {...typed('name')} />}
      list={useOffsetList('GET /orchestration/projects', { query: { projectName: filters.name } })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/setup/projects/$projectId" params={{ projectId: id }} name={name} />,
        },
        { id: 'owner', width: '10rem', render: ({ owner }) => <bdi>{owner}</bdi> },
        { id: 'url', isWide: true, render: ({ url }) => <bdi title={url}>{url}</bdi> },
        { id: 'changed', width: '12rem', isWide: true, render: ({ updateDate }) => <TimeText at={updateDate} form="minute" /> },
      ]}
      empty={isFiltered ? <EmptyState title={text('noneFits')} /> : undefined}
    >
      {creation.dialog}
    </TablePage>
  );
}
