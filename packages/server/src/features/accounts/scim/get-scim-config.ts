import { endpoint } from '../../../core/http/endpoint.ts';
import { toConfigJson } from './discovery.ts';

/** Reads what the server supports of SCIM. */
export const getScimConfig = endpoint('GET /scim/v2/ServiceProviderConfig', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: toConfigJson(call) };
  },
});
