/** Finds users by what a person types. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import type { Option } from '../../ui/choice-field.tsx';
import { toUserFilter } from './user-filters.ts';

const USERS = 'GET /api/v1/users';
const MOST = 20;

/** The first users whose name, address or login contains a text. */
export function useFoundUsers(typed: string, enabled = true): readonly Option[] {
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: [USERS, 'found', typed],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.call(USERS, { query: { filter: toUserFilter({ name: typed || undefined }), limit: MOST }, signal })).body.data,
    placeholderData: keepPreviousData,
  });
  const options = data.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }));
  // Until the answer arrives, the users of the last text are shown that fit the new one. So no press chooses a user that does not fit.
  return isPlaceholderData ? options.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())) : options;
}
