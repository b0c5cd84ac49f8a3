import { endpoint } from '../../../core/http/endpoint.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { selectRetention } from '../log-store/index.ts';

/** Reads the log retention of an environment, in days. */
export const getLogRetention = endpoint('GET /monitoring/environments/{environmentId}/log-retention', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, limits, path }) {
    const environment = await holdEnvironment(tx, actor, path.environmentId);
    return { status: 200, body: await selectRetention(tx, environment.id, limits.logDays) };
  },
});
