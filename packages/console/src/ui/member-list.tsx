/** A list of members that can be removed, such as the roles of a user or the members of a group. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { IconButton } from './action-button.tsx';
import './columns.css';

/** An entry; `content` is shown in place of the name. */
type MemberEntry = { id: string; name: string; content?: ReactNode; hint?: ReactNode; isFixed?: boolean };

type MemberListProps = {
  label: string;
  entries: readonly MemberEntry[];
  empty: string;
  /** Without it, entries cannot be removed. */
  onRemove?: (id: string) => void;
};

/** The list, with a button at each entry that removes it. */
export function MemberList({ label, entries, empty, onRemove }: MemberListProps): ReactNode {
  const text = useText();
  if (entries.length === 0) return <p className="hint">{empty}</p>;
  return (
    <ul className="members" aria-label={label}>
      {entries.map(({ id, name, content, hint, isFixed = false }) => (
        <li key={id}>
          <span dir="auto">{content ?? name}</span>
          {hint !== undefined && <span className="hint">{hint}</span>}
          {onRemove && !isFixed && <IconButton icon="close" label={text('remove', { name: name })} onPress={() => onRemove(id)} />}
        </li>
      ))}
    </ul>
  );
}
