/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, workspaces, type RaceContext, type Races } from '../../../../test/support/race.ts';

const WORKSPACE = { constraint: 'workspace_name_once', code: 'workspace_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const workspaceRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/workspaces': {
    ...WORKSPACE,
    adds: 'workspace',
    prepare: async (name) => {
      const environmentId = await make.environment();
      return twice(() => ({ body: { name, environmentId } }));
    },
  },
  'PUT /orchestration/workspaces/{id}': {
    ...WORKSPACE,
    prepare: async (name) => {
      const workspace = await workspaces(make);
      return both(async () => ({ id: await workspace() }), { name });
    },
  },
});
