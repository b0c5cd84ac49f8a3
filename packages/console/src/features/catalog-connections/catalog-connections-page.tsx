/** The list of the connections of the catalogue. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useWholeList } from '../../app/lists.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { lackMessages } from '../workspace-permissions/messages.ts';
import { catalogConnectionMessages } from './messages.ts';

/** The page. */
export function CatalogConnectionsPage(): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { filters, isFiltered, typed } = useFilters('/catalogue/connections');
  const { name = '' } = filters;
  const lackText = useText(lackMessages);
  const lack = useLack(CHANGES_CONNECTIONS);
  const list = useWholeList('GET /connections', {});
  return (
    <TablePage
      text={text}
      title={text('title')}
      create={lack === undefined && <ButtonLink to="/catalogue/connections/new" tone="main" name={text('newConnection')} />}
      filters={<FilterField label={text('name')} {...typed('name')} />}
      isFiltered={isFiltered}
      list={{ ...list, rows: list.rows.filter(({ label }) => label.toLowerCase().includes(name.toLowerCase())) }}
      keyOf={({ id = '' }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id = '', label }, focus) => (
            <NameLink {...focus} to="/catalogue/connections/$connectionId" params={{ connectionId: id }} name={label} />
          ),
        },
        { id: 'type', width: '9rem', render: ({ typeLabel }) => typeLabel },
        { id: 'datasets', width: '7rem', align: 'end', render: ({ datasetsCount }) => datasetsCount },
        { id: 'catalogTags', width: '14rem', isWide: true, render: ({ tags }) => <bdi>{tags?.join(', ')}</bdi> },
        { id: 'changed', width: '12rem', isWide: true, render: ({ updated }) => <TimeText at={updated} form="minute" /> },
      ]}
      {...(lack !== undefined &&
        !isFiltered && {
          empty: (
            <EmptyState title={text('noneSeen')} hint={`${text('emptyHint')} ${text('noneSeenHint')}`}>
              <p>{lackText('toCreate', { lack })}</p>
            </EmptyState>
          ),
        })}
    />
  );
}
