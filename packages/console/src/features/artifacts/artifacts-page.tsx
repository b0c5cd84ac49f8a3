/** The list of artifacts. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { PUBLISHES } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { artifactMessages } from './messages.ts';

/** The page. */
export function ArtifactsPage(): ReactNode {
  const text = useText(artifactMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/artifacts');
  const lack = useLack(PUBLISHES);
  return (
    <TablePage
      text={text}
      title={text('artifacts')}
      create={
        lack === undefined && (
          <ButtonLink to="/artifacts/publish" search={{ workspace: filters.workspace }} tone="main" name={text('publish')} />
        )
      }
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <WorkspaceFilter {...chosen('workspace')} />
        </>
      }
      isFiltered={isFiltered}
      list={useEnvironmentList('GET /orchestration/artifacts', { name: filters.name, workspaceId: filters.workspace })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/artifacts/$artifactId" params={{ artifactId: id }} name={name} />,
        },
        { id: 'newest', width: '13rem', render: ({ versions }) => versions[0] },
        { id: 'versions', width: '6.5rem', align: 'end', isWide: true, render: ({ versions }) => versions.length },
        { id: 'type', width: '11rem', isWide: true, render: ({ type }) => text(type) },
        { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace.name}</bdi> },
      ]}
    />
  );
}
