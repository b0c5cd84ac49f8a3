import { endpoint } from '../../../core/http/endpoint.ts';
import { listDocuments } from './discovery.ts';

/** Lists the schemas of SCIM. */
export const listScimSchemas = endpoint('GET /scim/v2/Schemas', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: listDocuments(call, 'Schemas') };
  },
});
