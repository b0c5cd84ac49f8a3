import { endpoint } from '../../../core/http/endpoint.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { deleteRetention, selectRetention, upsertRetention } from '../log-store/index.ts';

/**
 * Sets for how many days the logs of an environment are kept, or has it keep them as the install does. Older ones go within the hour.
 * @rule execution-logs.retention.environment
 */
export const setLogRetention = endpoint('PUT /monitoring/environments/{environmentId}/log-retention', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, limits, path, body }) {
    const environment = await holdEnvironment(tx, actor, path.environmentId);
    // What was read of an environment without a number of its own can be sent back.
    await (body.days === null || body.own === false ? deleteRetention(tx, environment.id) : upsertRetention(tx, environment.id, body.days));
    return { status: 200, body: await selectRetention(tx, environment.id, limits.logDays) };
  },
});
