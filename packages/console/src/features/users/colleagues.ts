/** The people of the tenant by names that every person may read, for those who may not read the users themselves. */
import { api } from '../../app/api.ts';
import type { Option } from '../../ui/choice-field.tsx';

const ELIGIBLES = 'GET /sharing/sharings/eligibles/{entityType}';

/**
 * The query of the names: the active people with whom somebody may share a dataset, which are all. The server gives no logins to everybody, so people
 * who have one name are told apart by their ids.
 */
export const colleaguesQuery = {
  queryKey: [ELIGIBLES, 'names'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Option[]> => {
    const { users = [] } = (await api.call(ELIGIBLES, { path: { entityType: 'dataset' }, signal })).body;
    const named = users.map(({ userId, firstName, lastName }) => ({ id: userId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() }));
    const counts = Map.groupBy(named, ({ name }) => name);
    return named.map(({ id, name }) => ({ id, name: name === '' ? id : counts.get(name)?.length === 1 ? name : `${name} (${id})` }));
  },
};
