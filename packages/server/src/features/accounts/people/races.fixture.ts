/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const LOGIN = { constraint: 'account_login_once', code: 'login_taken' };
const GROUP = { constraint: 'account_group_name_once', code: 'group_name_taken' };
const ROLE = { constraint: 'role_name_once', code: 'role_name_taken' };

const user = (name: string) => ({ login: name.replaceAll(' ', '-'), email: 'raced@example.com', firstName: 'Raced', lastName: 'User' });

/** The operations on users, groups and roles that set a unique name, each with such a pair. */
export function peopleRaces({ create }: RaceContext): Races {
  const named = (route: string) => async () => ({ id: await create(route, { name: crypto.randomUUID() }) });
  const add = async (name: string) => twice(() => ({ body: { name } }));
  const rename = (route: string) => (name: string) => both(named(route), { name });
  const patch = (route: string, path: string) => (name: string) => both(named(route), [{ op: 'replace', path, value: name }]);
  return {
    'POST /account/users': { ...LOGIN, adds: 'account', prepare: async (name) => twice(() => ({ body: user(name) })) },
    'PUT /account/users/{id}': {
      ...LOGIN,
      prepare: (name) => both(async () => ({ id: await create('POST /account/users', user(crypto.randomUUID())) }), user(name)),
    },
    'POST /api/v1/users': {
      ...LOGIN,
      adds: 'account',
      prepare: async (name) => twice(() => ({ body: { subject: `${name.replaceAll(' ', '-')}@example.com` } })),
    },
    'POST /account/groups': { ...GROUP, adds: 'account_group', prepare: add },
    'PATCH /account/groups/{id}': { ...GROUP, prepare: rename('POST /account/groups') },
    'POST /api/v1/groups': { ...GROUP, adds: 'account_group', prepare: add },
    'PATCH /api/v1/groups/{id}': { ...GROUP, prepare: patch('POST /api/v1/groups', 'name') },
    'POST /account/roles': { ...ROLE, adds: 'role', prepare: add },
    'PUT /account/roles/{id}': { ...ROLE, prepare: rename('POST /account/roles') },
    'POST /api/v1/roles': { ...ROLE, adds: 'role', prepare: add },
    'PATCH /api/v1/roles/{id}': { ...ROLE, prepare: patch('POST /api/v1/roles', '/name') },
  };
}
