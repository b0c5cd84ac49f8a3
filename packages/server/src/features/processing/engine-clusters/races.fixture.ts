/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export const clusterRaces = ({ make }: RaceContext): Races => ({
  'POST /processing/runtimes/remote-engine-clusters': {
    constraint: 'engine_cluster_name_once',
    code: 'cluster_name_taken',
    adds: 'engine_cluster',
    prepare: async (name) => {
      const environmentId = await make.environment();
      return twice(() => ({ body: { name, environmentId } }));
    },
  },
});
