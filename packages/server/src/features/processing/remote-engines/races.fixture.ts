/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The requests of this section of which one takes a unique name. */
export const engineRaces = ({ make }: RaceContext): Races => ({
  'POST /processing/runtimes/remote-engines': {
    constraint: 'engine_name_once',
    code: 'engine_name_taken',
    adds: 'engine',
    prepare: async (name) => {
      const environmentId = await make.environment();
      return twice(() => ({ body: { name, environmentId } }));
    },
  },
});
