/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const NAME = { constraint: 'account_group_name_once', code: 'group_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const tenantGroupRaces = ({ create }: RaceContext): Races => ({
  'POST /api/v1/groups': { ...NAME, adds: 'account_group', prepare: async (name) => twice(() => ({ body: { name } })) },
  'PATCH /api/v1/groups/{id}': {
    ...NAME,
    prepare: (name) =>
      both(
        async () => ({ id: await create('POST /api/v1/groups', { name: crypto.randomUUID() }) }),
        [{ op: 'replace', path: 'name', value: name }],
      ),
  },
});
