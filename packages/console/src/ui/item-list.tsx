/** Short lists as parts of a page. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton, IconButton } from './action-button.tsx';
import type { TableRows } from './data-table.tsx';
import { ErrorNote } from './page-parts.tsx';

type ItemListProps<Row> = {
  label: string;
  list: TableRows<Row>;
  /** The content in place of an empty list. */
  empty: ReactNode;
  className?: string;
  /** Returns the list item of a row, with its key. */
  children: (row: Row) => ReactNode;
};

/** A list whose rows have several parts, below the error with which they could not be read. */
export function ItemList<Row>({ label, list, empty, className = 'items', children }: ItemListProps<Row>): ReactNode {
  const text = useText();
  const { rows, error, isPending = false, hasMore = false, onEnd } = list;
  return (
    <>
      <ErrorNote error={error} />
      {rows.length === 0 && !isPending && !error && empty}
      <ul className={className} aria-label={label} data-waits={isPending || undefined}>
        {rows.map(children)}
      </ul>
      {hasMore && <ActionButton onPress={onEnd}>{text('more')}</ActionButton>}
    </>
  );
}

/** An entry; `content` is shown in place of the name. */
type MemberEntry = { id: string; name: string; content?: ReactNode; hint?: ReactNode; isFixed?: boolean };

type MemberListProps = {
  label: string;
  entries: readonly MemberEntry[];
  empty: string;
  /** The entries are being read. */
  isPending?: boolean | undefined;
  /** Without it, entries cannot be removed. */
  onRemove?: (id: string) => void;
};

/** A list of members, such as the roles of a user, with a button at each entry that removes it. */
export function MemberList({ label, entries, empty, isPending = false, onRemove }: MemberListProps): ReactNode {
  const text = useText();
  if (isPending) return <ul aria-label={label} data-waits />;
  if (entries.length === 0) return <p className="hint">{empty}</p>;
  return (
    <ul className="items" aria-label={label}>
      {entries.map(({ id, name, content, hint, isFixed = false }) => (
        <li key={id}>
          <span dir="auto">{content ?? name}</span>
          {hint !== undefined && <span className="hint">{hint}</span>}
          {onRemove && !isFixed && <IconButton icon="close" label={text('remove', { name })} onPress={() => onRemove(id)} />}
        </li>
      ))}
    </ul>
  );
}
