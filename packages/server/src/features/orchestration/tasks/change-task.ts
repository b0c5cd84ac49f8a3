import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTask } from './access.ts';
import { requireNoService, requireMovable } from './rules.ts';
import { moveToVersion, selectNewestVersion } from './upgrade-queries.ts';

/**
 * Moves a task to the newest version of its artifact.
 * @rule tasks.change.latest
 */
export const changeTask = endpoint('PATCH /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    if (!body.latestArtifact) return { status: 204 };
    const newest = await selectNewestVersion(tx, task.id);

    requireMovable(task.auto_upgradable, body.forceUpdate ?? false);
    requireNoService(newest.type);

    await moveToVersion(tx, actor, task.id, newest.id);
    return { status: 204 };
  },
});
