/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const NAME = { constraint: 'service_account_name_once', code: 'service_account_name_taken' };
const PATH = '/account/service-accounts';

/** The operations of this section that set a unique name, each with such a pair. */
export const serviceAccountRaces = ({ create }: RaceContext): Races => ({
  [`POST ${PATH}`]: { ...NAME, adds: 'service_account', prepare: async (name) => twice(() => ({ body: { name, permissions: [] } })) },
  [`PUT ${PATH}/{id}`]: {
    ...NAME,
    prepare: (name) =>
      both(async () => ({ id: await create(`POST ${PATH}`, { name: crypto.randomUUID(), permissions: [] }) }), { name, permissions: [] }),
  },
});
