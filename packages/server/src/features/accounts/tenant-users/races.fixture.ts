/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, type Races } from '../../../../test/support/race.ts';

/** The requests of this section of which one takes a unique name. */
export const tenantUserRaces = (): Races => ({
  'POST /api/v1/users': {
    constraint: 'account_login_once',
    code: 'login_taken',
    adds: 'account',
    prepare: async (name) => twice(() => ({ body: { subject: `${name.replaceAll(' ', '-')}@example.com` } })),
  },
});
