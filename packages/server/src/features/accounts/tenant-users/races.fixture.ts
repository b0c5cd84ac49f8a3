/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export const tenantUserRaces = (): Races => ({
  'POST /api/v1/users': {
    constraint: 'account_login_once',
    code: 'login_taken',
    adds: 'account',
    prepare: async (name) => twice(() => ({ body: { subject: `${name.replaceAll(' ', '-')}@example.com` } })),
  },
});
