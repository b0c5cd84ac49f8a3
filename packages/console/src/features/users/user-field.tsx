/** A field that finds a user. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { Option } from '../../ui/choice-field.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { userMessages } from './messages.ts';
import { toUserFilter } from './user-filters.ts';

type UserFieldProps = { label: string; without?: readonly string[]; onChoose: (id: string) => void };

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
      onChoose={onChoose}
    />
  );
}

const USERS = 'GET /api/v1/users';
const MAX_SHOWN = 20;

/** The first users whose name, address or login contains a typed text. */
export function useFoundUsers(typed: string, enabled = true): readonly Option[] {
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: [USERS, 'found', typed],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.call(USERS, { query: { filter: toUserFilter({ name: typed || undefined }), limit: MAX_SHOWN }, signal })).body.data,
    placeholderData: keepPreviousData,
  });
  const options = data.map(({ id, name, email, subject: login }) => ({ id, name: `${name} (${email ?? login})` }));
  // Until the new answer arrives, only those users of the last answer are shown that match the new text, so that no wrong user can be chosen.
  return isPlaceholderData ? options.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())) : options;
}
