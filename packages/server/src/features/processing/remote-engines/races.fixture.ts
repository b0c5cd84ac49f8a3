/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
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
