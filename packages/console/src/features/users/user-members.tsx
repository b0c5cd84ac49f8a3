/** The users of a group or a role, with buttons that add and remove them. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import type { ReadList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { MemberList } from '../../ui/item-list.tsx';
import { UserField } from './user-field.tsx';

type UserMembersProps = {
  label: string;
  empty: string;
  addLabel: string;
  list: ReadList<Schema<'UserResponse'>>;
  /** The error of the last change. */
  refusal: Error | null;
  onAdd: (userId: string) => void;
  onRemove: (userId: string) => void;
};

/** The card. Only accounts that may manage users can search for users to add. */
export function UserMembers({ label, empty, addLabel, list, refusal, onAdd, onRemove }: UserMembersProps): ReactNode {
  const text = useText();
  const mayFind = useMay('SVC_USER_MANAGEMENT');
  const error = list.error ?? refusal;
  return (
    <Card title={label}>
      <MemberList
        label={label}
        empty={empty}
        isPending={list.isPending}
        entries={list.rows.map(({ id, login, firstName, lastName, email }) => ({
          id,
          name: login,
          hint: email,
          content: <TextLink to="/admin/users/$userId" params={{ userId: id }} name={`${firstName} ${lastName}`.trim() || login} />,
        }))}
        onRemove={onRemove}
      />
      {list.hasMore && <ActionButton onPress={list.onEnd}>{text('more')}</ActionButton>}
      {mayFind && <UserField label={addLabel} without={list.rows.map(({ id }) => id)} onChoose={onAdd} />}
      <ErrorNote error={error} />
    </Card>
  );
}
