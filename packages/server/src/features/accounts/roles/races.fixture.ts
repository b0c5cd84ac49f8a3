/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const NAME = { constraint: 'role_name_once', code: 'role_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const roleRaces = ({ create }: RaceContext): Races => ({
  'POST /account/roles': { ...NAME, adds: 'role', prepare: async (name) => twice(() => ({ body: { name } })) },
  'PUT /account/roles/{id}': {
    ...NAME,
    prepare: (name) => both(async () => ({ id: await create('POST /account/roles', { name: crypto.randomUUID() }) }), { name }),
  },
});
