import { endpoint } from '../../../core/http/endpoint.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { lockDynamicEngine } from './access.ts';
import { lockAssignmentTo } from './assignment-queries.ts';
import { unassign } from './assignments.ts';
import { environmentHasNoOperation } from './rules.ts';

/** Removes the assignment of an environment to a dynamic engine. */
export const unassignDynamicEngine = endpoint(
  'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}',
  {
    allow: 'SVC_CLUSTER_MANAGEMENT',

    async run({ actor, tx, path }) {
      await holdEnvironment(tx, actor, path.environmentId);
      const engine = await lockDynamicEngine(tx, actor, path.dynamicEngineId);
      const assignment = await lockAssignmentTo(tx, engine.id, path.environmentId);

      environmentHasNoOperation(assignment);

      await unassign(tx, actor, assignment);
      return { status: 202, wake: [engine.id] };
    },
  },
);
