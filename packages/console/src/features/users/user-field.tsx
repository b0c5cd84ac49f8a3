/** A field that finds a user. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { Option } from '../../ui/choice-field.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { colleaguesQuery } from './colleagues.ts';
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
      placeholder={text(useMay('SVC_USER_MANAGEMENT') ? 'findHint' : 'findByName')}
      empty={text('noneFound')}
      options={options.filter(({ id }) => !without.includes(id))}
      onType={setTyped}
      onChoose={onChoose}
    />
  );
}

const USERS = 'GET /api/v1/users';
const MAX_SHOWN = 20;

/**
 * The first users whose name, address or login contains a typed text. A person who may not read all users finds colleagues by their names, of which the
 * server shows no more.
 */
export function useFoundUsers(typed: string): readonly Option[] {
  const mayReadAll = useMay('SVC_USER_MANAGEMENT');
  const colleagues = useQuery({ ...colleaguesQuery, enabled: !mayReadAll });
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: [USERS, 'found', typed],
    enabled: mayReadAll,
    queryFn: async ({ signal }) =>
      (await api.call(USERS, { query: { filter: toUserFilter({ name: typed || undefined }), limit: MAX_SHOWN }, signal })).body.data,
    placeholderData: keepPreviousData,
  });
  const options = data.map(({ id, name, email, subject: login }) => ({ id, name: `${name} (${email ?? login})` }));
  const matching = (all: readonly Option[]): readonly Option[] =>
    all.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  if (!mayReadAll) return matching(colleagues.data ?? []).slice(0, MAX_SHOWN);
  // Until the new answer arrives, only those users of the last answer are shown that match the new text, so that no wrong user can be chosen.
  return isPlaceholderData ? matching(options) : options;
}
