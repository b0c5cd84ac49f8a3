/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const NAME = { constraint: 'role_name_once', code: 'role_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const tenantRoleRaces = ({ create }: RaceContext): Races => ({
  'POST /api/v1/roles': { ...NAME, adds: 'role', prepare: async (name) => twice(() => ({ body: { name } })) },
  'PATCH /api/v1/roles/{id}': {
    ...NAME,
    prepare: (name) =>
      both(
        async () => ({ id: await create('POST /api/v1/roles', { name: crypto.randomUUID() }) }),
        [{ op: 'replace', path: '/name', value: name }],
      ),
  },
});
