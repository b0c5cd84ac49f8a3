/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type Races } from '../../../../test/support/race.ts';

const NAME = { constraint: 'personal_access_token_name_once', code: 'token_name_taken', adds: 'personal_access_token' };

/** The operations on tokens that set a unique name, each with such a pair. API keys are the same tokens. */
export const tokenRaces = (): Races => ({
  'POST /account/personal-access-tokens': { ...NAME, prepare: async (name) => twice(() => ({ body: { name } })) },
  'POST /api/v1/api-keys': { ...NAME, prepare: async (name) => twice(() => ({ body: { description: name } })) },
});
