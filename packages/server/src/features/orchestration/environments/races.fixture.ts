/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const ENVIRONMENT = { constraint: 'environment_name_once', code: 'environment_name_taken' };

/** The requests of this section of which one takes a unique name. */
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
