/** Finds users by a typed text. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import type { Option } from '../../ui/choice-field.tsx';
import { toUserFilter } from './user-filters.ts';

const USERS = 'GET /api/v1/users';
const MAX_SHOWN = 20;

/** The first users whose name, address or login contains a text. */
export function useFoundUsers(typed: string, enabled = true): readonly Option[] {
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: [USERS, 'found', typed],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.call(USERS, { query: { filter: toUserFilter({ name: typed || undefined }), limit: MAX_SHOWN }, signal })).body.data,
    placeholderData: keepPreviousData,
  });
  const options = data.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }));
  // Until the new answer arrives, only those users of the last answer are shown that match the new text, so that no wrong user can be chosen.
  return isPlaceholderData ? options.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())) : options;
}
