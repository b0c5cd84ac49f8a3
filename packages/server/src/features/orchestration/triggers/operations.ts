import { endpoint } from '../../../core/http/endpoint.ts';
import { pageOfFiresOf, requireEnvironmentWithWorkspaces, selectTimeTriggers } from './fire-times.ts';

/** Lists the times at which the tasks and plans of an environment start. */
export const searchEvents = endpoint('POST /orchestration/executables/events/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, body }) {
    await requireEnvironmentWithWorkspaces(tx, actor, body.environmentId, body.workspaceIds ?? []);

    return { status: 200, body: pageOfFiresOf(await selectTimeTriggers(tx, actor, body), body, now) };
  },
});
