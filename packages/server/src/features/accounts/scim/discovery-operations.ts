import { endpoint } from '../../../core/http/endpoint.ts';
import { getDocument, listDocuments, toConfigJson } from './discovery.ts';

/** Reads what the server supports of SCIM. */
export const getScimConfig = endpoint('GET /scim/v2/ServiceProviderConfig', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: toConfigJson(call) };
  },
});

/** Lists the schemas of SCIM. */
export const listScimSchemas = endpoint('GET /scim/v2/Schemas', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: listDocuments(call, 'Schemas') };
  },
});

/** Reads a schema of SCIM. */
export const getScimSchema = endpoint('GET /scim/v2/Schemas/{id}', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: getDocument(call, 'Schemas', call.path.id) };
  },
});

/** Lists the resource types of SCIM. */
export const listScimResourceTypes = endpoint('GET /scim/v2/ResourceTypes', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: listDocuments(call, 'ResourceTypes') };
  },
});

/** Reads a resource type of SCIM. */
export const getScimResourceType = endpoint('GET /scim/v2/ResourceTypes/{id}', {
  allow: 'public',

  async run(call) {
    return { status: 200, body: getDocument(call, 'ResourceTypes', call.path.id) };
  },
});
