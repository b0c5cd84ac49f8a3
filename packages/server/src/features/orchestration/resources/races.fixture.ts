/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { upload } from '../../../../test/support/bundles.ts';
import { twice, both, workspaces, type RaceContext, type Races } from '../../../../test/support/race.ts';

const RESOURCE = { constraint: 'resource_name_once', code: 'resource_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const resourceRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/resources': {
    ...RESOURCE,
    adds: 'resource',
    prepare: async (name) => {
      const { id: workspaceId } = await make.workspace();
      return twice(() => ({ form: upload({ resource: { name, workspaceId } }, Buffer.from(name)) }));
    },
  },
  'PATCH /orchestration/resources/{resourceId}': {
    ...RESOURCE,
    prepare: async (name) => {
      const { id: workspace } = await make.workspace();
      return both(async () => ({ resourceId: (await make.resource({ workspace })).id }), { name });
    },
  },
  'PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}': {
    ...RESOURCE,
    prepare: async (name) => {
      const workspace = await workspaces(make);
      const targetWorkspaceId = await workspace();
      return both(async () => ({ resourceId: (await make.resource({ workspace: await workspace(), name })).id, targetWorkspaceId }));
    },
  },
});
