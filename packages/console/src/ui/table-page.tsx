/** A page that shows one list, in a table. */
import type { ReactNode } from 'react';
import type { Messages } from '../text/messages.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { FilterBar, ListTools } from './filter-bar.tsx';
import { EmptyList, type EmptyListProps, PageHead } from './page-parts.tsx';

/** The messages of a list that has no entry yet; for a list without matches, there are shared ones (`noneFits`). */
type EmptyMessages = { texts: { empty: string; emptyHint: string } };

/** The content in place of an empty list: `EmptyList`, if there are messages for it. */
type EmptyContent<M extends Messages> = M extends EmptyMessages ? { empty?: ReactNode } : { empty: ReactNode };

type TablePageProps<Row, M extends Messages> = Omit<DataTableProps<Row, M>, 'label' | 'empty'> &
  EmptyListProps<M> &
  EmptyContent<M> & {
    title: string;
    /** Further actions of the page, in front of `create`. */
    actions?: ReactNode;
    /** The fields that filter the list. */
    filters?: ReactNode;
    /** Tools for the list, such as the choice of its columns, in front of the actions. A telephone shows only the first one. */
    tools?: ReactNode;
    /** What stands between the filters and the table. */
    above?: ReactNode;
    /** What stands below the table, such as the open dialog. */
    children?: ReactNode;
  };

/** The page: its title and actions, the filters, and the table. */
export function TablePage<Row, M extends Messages>(props: TablePageProps<Row, M>): ReactNode {
  const { text, title, actions, create, filters, tools, above, isFiltered, onClear, children } = props;
  const empty = props.empty ?? <EmptyList text={text} create={create} isFiltered={isFiltered} onClear={onClear} />;
  return (
    <div className="page-fill">
      <PageHead title={title}>
        {tools && <ListTools>{tools}</ListTools>}
        {actions}
        {create}
      </PageHead>
      {filters && <FilterBar>{filters}</FilterBar>}
      {above}
      <DataTable {...props} label={title} empty={empty} />
      {children}
    </div>
  );
}
