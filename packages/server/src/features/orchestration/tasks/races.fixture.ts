/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const TASK = { constraint: 'task_name_once', code: 'task_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const taskRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/executables/tasks': {
    ...TASK,
    adds: 'task',
    prepare: async (name) => {
      const { id: workspaceId, environment: environmentId } = await make.workspace();
      const { id, version } = await make.artifact({ workspace: workspaceId });
      return twice(() => ({ body: { name, workspaceId, environmentId, artifact: { id, version } } }));
    },
  },
  'PUT /orchestration/executables/tasks/{taskId}': {
    ...TASK,
    prepare: async (name) => {
      const { id: workspaceId } = await make.workspace();
      const { id, version, versionId: artifactVersion } = await make.artifact({ workspace: workspaceId });
      const body = { name, workspaceId, description: null, artifact: { id, version } };
      return both(async () => ({ taskId: (await make.task({ workspace: workspaceId, artifactVersion })).id }), body);
    },
  },
});
