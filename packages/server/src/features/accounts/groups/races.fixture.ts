/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const GROUP = { constraint: 'account_group_name_once', code: 'group_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const groupRaces = ({ create }: RaceContext): Races => ({
  'POST /account/groups': { ...GROUP, adds: 'account_group', prepare: async (name) => twice(() => ({ body: { name } })) },
  'PATCH /account/groups/{id}': {
    ...GROUP,
    prepare: (name) => both(async () => ({ id: await create('POST /account/groups', { name: crypto.randomUUID() }) }), { name }),
  },
});
