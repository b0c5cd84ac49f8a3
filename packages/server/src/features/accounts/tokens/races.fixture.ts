/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export const tokenRaces = (): Races => ({
  'POST /account/personal-access-tokens': {
    constraint: 'personal_access_token_name_once',
    code: 'token_name_taken',
    adds: 'personal_access_token',
    prepare: async (name) => twice(() => ({ body: { name } })),
  },
});
