import { endpoint } from '../../../core/http/endpoint.ts';
import { findSeenTask } from './access.ts';
import { toTouchedJson } from './json.ts';
import { selectNamed, selectTouchedByTask } from './queries.ts';

/** Reads the datasets that the runs of a task have read and written. */
export const getTaskLineage = endpoint('GET /datasets/lineage/tasks/{taskId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const taskId = await findSeenTask(tx, actor, path.taskId);
    const [inputs, outputs] = [
      await selectTouchedByTask(tx, actor.tenant, taskId, false),
      await selectTouchedByTask(tx, actor.tenant, taskId, true),
    ];
    const named = await selectNamed(tx, actor.tenant, [...inputs, ...outputs], actor);
    return {
      status: 200,
      body: { taskId, inputs: inputs.map((row) => toTouchedJson(row, named)), outputs: outputs.map((row) => toTouchedJson(row, named)) },
    };
  },
});
