/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const ENVIRONMENT = { constraint: 'environment_name_once', code: 'environment_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const environmentRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/environments': {
    ...ENVIRONMENT,
    adds: 'environment',
    prepare: async (name) => twice(() => ({ body: { name, workspaceName: 'first' } })),
  },
  'PUT /orchestration/environments/{Id}': {
    ...ENVIRONMENT,
    prepare: (name) => both(async () => ({ Id: await make.environment() }), { name }),
  },
});
