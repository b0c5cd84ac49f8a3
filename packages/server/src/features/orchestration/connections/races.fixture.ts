/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, workspaces, type RaceContext, type Races } from '../../../../test/support/race.ts';

const CONNECTION = { constraint: 'connection_name_once', code: 'connection_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export function connectionRaces({ make, create }: RaceContext): Races {
  const connection = (workspaceId: string, name: string) =>
    create('POST /orchestration/connections', { name, workspaceId, app: 'http', parameters: [] });
  return {
    'POST /orchestration/connections': {
      ...CONNECTION,
      adds: 'connection',
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        return twice(() => ({ body: { name, workspaceId, app: 'http', parameters: [] } }));
      },
    },
    'PUT /orchestration/connections/{connectionId}': {
      ...CONNECTION,
      prepare: async (name) => {
        const { id } = await make.workspace();
        return both(async () => ({ connectionId: await connection(id, crypto.randomUUID()) }), { name });
      },
    },
    'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}': {
      ...CONNECTION,
      prepare: async (name) => {
        const workspace = await workspaces(make);
        const targetWorkspaceId = await workspace();
        return both(async () => ({ connectionId: await connection(await workspace(), name), targetWorkspaceId }));
      },
    },
  };
}
