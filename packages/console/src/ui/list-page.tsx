/** A page that shows one list. */
import { useState, type ReactNode } from 'react';
import type { SomeMessages, TextOf } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { EmptyState, PageHead } from './page-parts.tsx';

type EmptyListProps<M extends SomeMessages> = {
  text: TextOf<M>;
  /** Filters may be the reason why the list is empty. */
  isFiltered?: boolean;
  /** Removes all filters. */
  onClear?: () => void;
  /** The button or link that creates the first entry. */
  create?: ReactNode;
};

/** The content of an empty list: that there is no entry yet, or that none matches the filters. */
export function EmptyList<M extends SomeMessages>({ text, isFiltered = false, onClear, create }: EmptyListProps<M>): ReactNode {
  const say = text as unknown as (key: string) => string;
  return isFiltered ? (
    <EmptyState title={say('noneFits')} action={onClear && <ActionButton onPress={onClear}>{say('clear')}</ActionButton>}>
      <p>{say('noneFitsHint')}</p>
    </EmptyState>
  ) : (
    <EmptyState title={say('empty')} action={create}>
      <p>{say('emptyHint')}</p>
    </EmptyState>
  );
}

/** The messages of a list that has no entry yet; for a list without matches, there are shared ones (`noneFits`). */
type EmptyMessages = { en: { empty: string; emptyHint: string } };

type ListPageProps<Row, M extends SomeMessages> = Omit<DataTableProps<Row, M>, 'label' | 'empty'> &
  EmptyListProps<M> & {
    title: string;
    /** Further actions of the page, in front of `create`. */
    actions?: ReactNode;
    /** The fields that filter the list. */
    filters?: ReactNode;
    /** What stands below the table, such as the open dialog. */
    children?: ReactNode;
    /** The content in place of an empty list; default: `EmptyList`. */
  } & (M extends EmptyMessages ? { empty?: ReactNode } : { empty: ReactNode });

/** The page: its title and actions, the filters, and the table. */
export function ListPage<Row, M extends SomeMessages>(props: ListPageProps<Row, M>): ReactNode {
  const { text, title, actions, create, filters, isFiltered, onClear, children } = props;
  const empty = props.empty ?? <EmptyList text={text} create={create} isFiltered={isFiltered} onClear={onClear} />;
  return (
    <div className="page-fill">
      <PageHead title={title}>
        {actions}
        {create}
      </PageHead>
      {filters && (
        <div className="filters" role="search">
          {filters}
        </div>
      )}
      <DataTable {...props} label={title} empty={empty} />
      {children}
    </div>
  );
}

/**
 * A main button that opens a dialog. The page places both: an empty list shows the button twice, and the dialog stays open when the list is not empty any
 * more.
 */
export function useDialogButton(label: string, dialogOf: (close: () => void) => ReactNode): { button: ReactNode; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    button: (
      <ActionButton tone="main" icon="plus" onPress={() => setIsOpen(true)}>
        {label}
      </ActionButton>
    ),
    dialog: isOpen && dialogOf(() => setIsOpen(false)),
  };
}
