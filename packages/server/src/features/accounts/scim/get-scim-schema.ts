import { endpoint } from '../../../core/http/endpoint.ts';
import { getDocument } from './discovery.ts';

/** Reads a schema of SCIM. */
export const getScimSchema = endpoint('GET /scim/v2/Schemas/{id}', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: getDocument(call, 'Schemas', call.path.id) };
  },
});
