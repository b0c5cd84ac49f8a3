import { endpoint } from '../../../core/http/endpoint.ts';
import { toObservationJson } from './json.ts';
import { selectObservations } from './queries.ts';

/** Lists the accounts and addresses of the last week that the stored allowlist refuses. */
export const listIpObservations = endpoint('GET /security/ip-allowlist/observations', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectObservations(tx, actor)).map(toObservationJson) };
  },
});
