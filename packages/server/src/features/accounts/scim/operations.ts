import { forbidden, requireFound, Problem } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { ScimObject } from './bodies.ts';
import { SCIM_GROUPS } from './group-resource.ts';
import { DEFAULT_RESULTS, MAX_RESULTS, operationsOn, toListJson } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';
import { SCIM_SCHEMAS, type ScimSchema } from './schemas.ts';
import { SCIM_USERS } from './user-resource.ts';

// The definitions of the operations on each type, and the permission that all of them need.
const users = operationsOn(SCIM_USERS, 'SVC_USER_MANAGEMENT');
const groups = operationsOn(SCIM_GROUPS, 'SVC_GROUP_MANAGEMENT');
const roles = operationsOn(SCIM_ROLES, 'SVC_ROLE_MANAGEMENT');

/** The types in the order in which they are listed. */
const TYPES = [users, groups, roles];

/**
 * Lists the users, groups and roles that fit a search in the body and that the caller may read (RFC 7644, section 3.4.3).
 * @rule scim.search.root
 */
export const searchScim = endpoint('POST /scim/v2/.search', {
  allow: { anyOf: ['SVC_USER_MANAGEMENT', 'SVC_GROUP_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] },
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    const { startIndex = 1, count = DEFAULT_RESULTS } = call.body;
    let skipped = Math.max(0, startIndex - 1);
    let remaining = Math.min(Math.max(0, count), MAX_RESULTS);
    let total = 0;
    const resources: ScimObject[] = [];
    const refusals: Problem[] = [];
    const readable = TYPES.filter(({ allow }) => call.actor.permissions.has(allow));
    for (const { search } of readable) {
      try {
        const { body } = await search(call, { ...call.body, startIndex: skipped + 1, count: remaining });
        resources.push(...body.Resources);
        total += body.totalResults;
        skipped = Math.max(0, skipped - body.totalResults);
        remaining -= body.itemsPerPage;
      } catch (error) {
        // A type that lacks an attribute of the filter or of the order is left out.
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        refusals.push(error);
      }
    }
    const [refusal] = refusals.slice(-1);
    if (refusal && refusals.length === readable.length) throw refusal;
    return { status: 200, body: toListJson(resources, total, Math.max(1, startIndex)) };
  },
});

/** Lists users as resources of SCIM. */
export const listScimUsers = endpoint('GET /scim/v2/Users', users.list);

/** Lists users as resources of SCIM, by a search in the body. */
export const searchScimUsers = endpoint('POST /scim/v2/Users/.search', users.searchByBody);

/**
 * Creates a user from a resource of SCIM.
 * @rule scim.all.permission
 */
export const createScimUser = endpoint('POST /scim/v2/Users', users.create);

/** Reads a user as a resource of SCIM. */
export const getScimUser = endpoint('GET /scim/v2/Users/{id}', users.read);

/** Replaces the attributes of a user. */
export const replaceScimUser = endpoint('PUT /scim/v2/Users/{id}', users.replace);

/** Changes a user by operations. */
export const changeScimUser = endpoint('PATCH /scim/v2/Users/{id}', users.change);

/** Deletes a user. */
export const deleteScimUser = endpoint('DELETE /scim/v2/Users/{id}', users.remove);

/** Lists groups as resources of SCIM. */
export const listScimGroups = endpoint('GET /scim/v2/Groups', groups.list);

/** Lists groups as resources of SCIM, by a search in the body. */
export const searchScimGroups = endpoint('POST /scim/v2/Groups/.search', groups.searchByBody);

/** Creates a group from a resource of SCIM. */
export const createScimGroup = endpoint('POST /scim/v2/Groups', groups.create);

/** Reads a group as a resource of SCIM. */
export const getScimGroup = endpoint('GET /scim/v2/Groups/{id}', groups.read);

/** Replaces the attributes of a group. */
export const replaceScimGroup = endpoint('PUT /scim/v2/Groups/{id}', groups.replace);

/** Changes a group by operations. */
export const changeScimGroup = endpoint('PATCH /scim/v2/Groups/{id}', groups.change);

/** Deletes a group. */
export const deleteScimGroup = endpoint('DELETE /scim/v2/Groups/{id}', groups.remove);

/** Lists roles as resources of SCIM. */
export const listScimRoles = endpoint('GET /scim/v2/Roles', roles.list);

/** Lists roles as resources of SCIM, by a search in the body. */
export const searchScimRoles = endpoint('POST /scim/v2/Roles/.search', roles.searchByBody);

/** Creates a role from a resource of SCIM. */
export const createScimRole = endpoint('POST /scim/v2/Roles', roles.create);

/** Reads a role as a resource of SCIM. */
export const getScimRole = endpoint('GET /scim/v2/Roles/{id}', roles.read);

/** Replaces the attributes of a role. */
export const replaceScimRole = endpoint('PUT /scim/v2/Roles/{id}', roles.replace);

/** Changes a role by operations. */
export const changeScimRole = endpoint('PATCH /scim/v2/Roles/{id}', roles.change);

/** Deletes a role. */
export const deleteScimRole = endpoint('DELETE /scim/v2/Roles/{id}', roles.remove);

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

/** The parts of a call that the discovery uses (RFC 7643, sections 5 to 7). */
type DiscoveryCall = { settings: { publicUrl(): string }; query?: { filter?: string | undefined } };

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
  etag: { supported: false },
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

/** The documents of a schema, by the list in which they stand. */
const DOCUMENTS = {
  Schemas: (base: string, { id, name, description, attributes }: ScimSchema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }),
  ResourceTypes: (base: string, { id, name, description, endpoint }: ScimSchema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description,
    endpoint,
    schema: id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }),
} as const;

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
  return requireFound(
    documents.find((document) => document.id.toLowerCase() === id.toLowerCase()),
    kind === 'Schemas' ? 'Schema' : 'Resource type',
    id,
  );
}
