/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const PROFILE = { constraint: 'run_profile_name_once', code: 'run_profile_name_taken' };
const jvm = { jvmArguments: [] };

/** The operations of this section that set a unique name, each with such a pair. */
export const runProfileRaces = ({ make }: RaceContext): Races => ({
  'POST /processing/runtimes/remote-engines/{engineId}/run-profiles': {
    ...PROFILE,
    adds: 'run_profile',
    prepare: async (name) => {
      const path = { engineId: (await make.engine()).id };
      return twice(() => ({ path, body: { name, type: 'JOB_SERVER', ...jvm } }));
    },
  },
  'POST /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles': {
    ...PROFILE,
    adds: 'run_profile',
    prepare: async (name) => {
      const path = { clusterId: (await make.cluster()).id };
      return twice(() => ({ path, body: { name, type: 'JOB_SERVER', ...jvm } }));
    },
  },
  'POST /processing/run-profiles': {
    ...PROFILE,
    adds: 'run_profile',
    prepare: async (name) => {
      const scopeId = await make.environment();
      return twice(() => ({ body: { name, type: 'JOB_SERVER', processorType: 'DYNAMIC_ENGINE', scopeId, ...jvm } }));
    },
  },
  'PUT /processing/run-profiles/{id}': {
    ...PROFILE,
    prepare: async (name) => {
      const environment = await make.environment();
      return both(async () => ({ id: (await make.runProfile({ environment })).id }), { name });
    },
  },
  'PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}': {
    ...PROFILE,
    prepare: async (name) => {
      const { id: engine } = await make.engine();
      return both(async () => ({ engineId: engine, runProfileId: (await make.runProfile({ engine })).id }), { name, ...jvm });
    },
  },
  'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}': {
    ...PROFILE,
    prepare: async (name) => {
      const { id: cluster } = await make.cluster();
      return both(async () => ({ clusterId: cluster, runProfileId: (await make.runProfile({ cluster })).id }), { name, ...jvm });
    },
  },
});
