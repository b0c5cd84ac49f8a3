/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const LOGIN = { constraint: 'account_login_once', code: 'login_taken' };
const user = (name: string) => ({ login: name.replaceAll(' ', '-'), email: 'raced@example.com', firstName: 'Raced', lastName: 'User' });

/** The operations of this section that set a unique name, each with such a pair. */
export const userRaces = ({ create }: RaceContext): Races => ({
  'POST /account/users': { ...LOGIN, adds: 'account', prepare: async (name) => twice(() => ({ body: user(name) })) },
  'PUT /account/users/{id}': {
    ...LOGIN,
    prepare: (name) => both(async () => ({ id: await create('POST /account/users', user(crypto.randomUUID())) }), user(name)),
  },
});
