import { endpoint } from '../../../core/http/endpoint.ts';
import { listDocuments } from './discovery.ts';

/** Lists the resource types of SCIM. */
export const listScimResourceTypes = endpoint('GET /scim/v2/ResourceTypes', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: listDocuments(call, 'ResourceTypes') };
  },
});
