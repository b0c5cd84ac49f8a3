/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, both, workspaces, type RaceContext, type Races } from '../../../../test/support/race.ts';

const WORKSPACE = { constraint: 'workspace_name_once', code: 'workspace_name_taken' };

/** The requests of this section of which one takes a unique name. */
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
