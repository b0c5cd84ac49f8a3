/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, type Races } from '../../../../test/support/race.ts';

/** The requests of this section of which one takes a unique name. */
export const apiKeyRaces = (): Races => ({
  'POST /api/v1/api-keys': {
    constraint: 'personal_access_token_name_once',
    code: 'token_name_taken',
    adds: 'personal_access_token',
    prepare: async (name) => twice(() => ({ body: { description: name } })),
  },
});
