/** The discovery of SCIM: what the server supports (RFC 7643, sections 5 to 7). */
import { forbidden, found } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { MAX_RESULTS, toListJson } from './resources.ts';
import { SCIM_SCHEMAS, type ScimSchema } from './schemas.ts';

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

/** The parts of a call that the discovery uses. */
type DiscoveryCall = { settings: { publicUrl(): string }; query?: { filter?: string | undefined } };

const UNSUPPORTED = { supported: false };

/**
 * Builds the configuration of the server (ServiceProviderConfig).
 * @rule scim.discovery.config
 */
const toConfigJson = ({ settings: { publicUrl } }: DiscoveryCall) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${publicUrl()}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: true },
  sort: { supported: true },
  etag: UNSUPPORTED,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A personal access token, or an access token of a service account, in the header Authorization.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${publicUrl()}/scim/v2/ServiceProviderConfig` },
});

const toSchemaJson = (base: string, { id, name, description, attributes }: ScimSchema) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

const toTypeJson = (base: string, { id, name, description, endpoint }: ScimSchema) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint,
  schema: id,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

const DOCUMENTS = { Schemas: toSchemaJson, ResourceTypes: toTypeJson } as const;

/**
 * Lists the schemas or the resource types.
 * @rule scim.discovery.filter
 */
function listDocuments({ settings: { publicUrl }, query }: DiscoveryCall, kind: keyof typeof DOCUMENTS) {
  if (query?.filter !== undefined) throw forbidden('forbidden', 'The discovery cannot be filtered: leave the filter out.');
  return toListJson(SCIM_SCHEMAS.map((schema) => DOCUMENTS[kind](`${publicUrl()}/scim/v2`, schema)));
}

/** Reads a schema or a resource type. */
function getDocument({ settings: { publicUrl } }: DiscoveryCall, kind: keyof typeof DOCUMENTS, id: string) {
  const documents = SCIM_SCHEMAS.map((schema) => DOCUMENTS[kind](`${publicUrl()}/scim/v2`, schema));
  return found(
    documents.find((document) => document.id.toLowerCase() === id.toLowerCase()),
    kind === 'Schemas' ? 'Schema' : 'Resource type',
    id,
  );
}
