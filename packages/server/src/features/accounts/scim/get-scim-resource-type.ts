import { endpoint } from '../../../core/http/endpoint.ts';
import { getDocument } from './discovery.ts';

/** Reads a resource type of SCIM. */
export const getScimResourceType = endpoint('GET /scim/v2/ResourceTypes/{id}', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: getDocument(call, 'ResourceTypes', call.path.id) };
  },
});
