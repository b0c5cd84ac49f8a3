/** A field that finds a user. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { userMessages } from './messages.ts';
import { useFoundUsers } from './use-found-users.ts';

type UserFieldProps = { label: string; without?: readonly string[]; onChoose: (id: string, name: string) => void };

const NONE: readonly string[] = [];

/** The field. It does not offer the users in `without`. */
export function UserField({ label, without = NONE, onChoose }: UserFieldProps): ReactNode {
  const text = useText(userMessages);
  const [typed, setTyped] = useState('');
  const options = useFoundUsers(useDeferredValue(typed.trim()));
  return (
    <FindField
      label={label}
      placeholder={text('findHint')}
      empty={text('noneFound')}
      options={options.filter(({ id }) => !without.includes(id))}
      onType={setTyped}
      onChoose={(id) => onChoose(id, options.find((option) => option.id === id)?.name ?? id)}
    />
  );
}
