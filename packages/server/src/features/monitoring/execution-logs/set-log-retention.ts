import { endpoint } from '../../../core/http/endpoint.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { deleteRetention, selectRetention, upsertRetention } from '../log-store/index.ts';

/**
 * Sets the log retention of an environment in days, or resets it to the default of the install. Older logs are deleted within an hour.
 * @rule execution-logs.retention.environment
 */
export const setLogRetention = endpoint('PUT /monitoring/environments/{environmentId}/log-retention', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, limits, path, body }) {
    const environment = await holdEnvironment(tx, actor, path.environmentId);
    // For an environment with the default retention, the answer has `own: false`; a caller can send this answer back.
    await (body.days === null || body.own === false ? deleteRetention(tx, environment.id) : upsertRetention(tx, environment.id, body.days));
    return { status: 200, body: await selectRetention(tx, environment.id, limits.logDays) };
  },
});
