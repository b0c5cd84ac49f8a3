/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The requests of this section of which one takes a unique name. */
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
