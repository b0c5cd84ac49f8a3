/** Requests for tests of all operations: valid ones, and for each operation those that must be refused. */
import { isForEngines } from '@millrace/contract';
import { features } from '../../src/api.ts';
import type { Endpoint } from '../../src/core/http/endpoint.ts';
import type { Surface } from '../../src/core/http/feature.ts';
import { upload } from './bundles.ts';
import { forbidsUnknownFields, resolved, sampleOf, sampleWithNulls, shapeOf, acceptsNull, wrongOf } from './samples.ts';
import type { Sent } from './server.ts';
import type { World } from './world.ts';

/** An operation with the error format of its feature. */
export type Served = Endpoint & { surface: Surface };
/** A request that must be refused: `what` is wrong with it. The status and the code are expected, and the message must contain `names`. */
export type Refusal = { what: string; sent: Sent; status: number; code: string; names?: string };

/** Every served operation. */
export const served: readonly Served[] = features.flatMap(({ surface, endpoints }) => endpoints.map((one) => ({ ...one, surface })));

/** Those without tokens of their own: the others answer 401 to all the requests below, and their own tests have the rest. */
export const checkedOperations: readonly Served[] = served.filter(({ admit }) => !admit);

const MALFORMED = 'not-an-id';
const JSON_BYTES = 1024 * 1024;

const isEngines = ({ allow }: Served): boolean => isForEngines(allow);

/** Returns whether the path names a type of entities and no entity: an unknown type has none. */
export const namesType = ({ route }: Served): boolean => /\/sharings\/(?:levels\/|eligibles\/)?\{entityType\}$/.test(route);

/** Returns whether the operation requires a permission. */
export const requiresPermission = ({ allow }: Served): boolean => allow !== 'public' && !isForEngines(allow) && allow !== 'signed-in';

/** Returns the token of a caller that is authenticated but has no permissions. */
export function tokenWithoutPermissions(operation: Served, world: World): string | undefined {
  if (operation.allow === 'public') return undefined;
  if (operation.route === 'DELETE /engine/v1/credential') return world.builtIn;
  if (operation.allow === 'dynamic-engine') return world.operator;
  return isEngines(operation) ? world.engine : world.nobody;
}

/** Returns a valid request. Its ids name no object, except the variables in `path`. */
export function validRequest({ route }: Served, token: string | undefined, path?: Record<string, string>): Sent {
  const { path: variables, query, body, parts } = shapeOf(route);
  const sent: Sent = {
    token,
    path: path ?? Object.fromEntries(variables.map((variable) => [variable.name, String(sampleOf(variable.schema))])),
  };
  const requiredQuery = query.filter((one) => one.required).map((one) => [one.name, sampleOf(one.schema)]);
  if (requiredQuery.length > 0) sent.query = Object.fromEntries(requiredQuery);
  if (body) sent.body = sampleOf(body);
  if (parts) sent.form = formOf(parts);
  return sent;
}

/** Returns a minimal form of these parts, with extra fields in JSON parts. */
function formOf(parts: Parts, extra: object = {}): FormData {
  const json = jsonParts(parts).map(([name, schema]) => [name, { ...(sampleOf(schema) as object), ...extra }]);
  return upload(Object.fromEntries(json) as Record<string, object>, Buffer.from('not a zip'));
}

type Parts = NonNullable<ReturnType<typeof shapeOf>['parts']>;

const jsonParts = (parts: Parts) => Object.entries(parts.properties ?? {}).filter(([, schema]) => resolved(schema).type === 'object');

/** Returns requests without a valid token. */
export function withoutToken(operation: Served, world: World): Refusal[] {
  if (operation.allow === 'public') return [];
  const refused = (what: string, sent: Sent): Refusal => ({ what, sent, status: 401, code: 'not_signed_in' });
  // The requests are also malformed, if possible: the missing token must be reported first.
  const broken = { ...validRequest(operation, undefined), ...(shapeOf(operation.route).body && { body: [] }) };
  const invalid: Readonly<Record<string, string>> = isEngines(operation) ? world.invalidTokens.engine : world.invalidTokens.personal;
  return [
    refused('no token', broken),
    refused('another scheme', { ...broken, headers: { authorization: 'Basic YWRtaW46YWRtaW4=' } }),
    ...Object.entries(invalid).map(([why, token]) => refused(`a token ${why}`, { ...broken, token })),
  ];
}

/** Returns a request of an account from an address outside the allowlist of its tenant. The request is also malformed, if possible. */
export function fromBlockedAddress(operation: Served, world: World): Refusal[] {
  if (operation.allow === 'public' || isEngines(operation)) return [];
  const broken = { ...validRequest(operation, world.blocked), ...(shapeOf(operation.route).body && { body: [] }) };
  const sent = { ...broken, headers: { 'x-forwarded-for': '198.51.100.7' } };
  return [{ what: 'a blocked address', sent, status: 403, code: 'address_refused' }];
}

/** Returns requests with a malformed variable in the path, from a caller without permissions. */
export function withMalformedPath(operation: Served, world: World): Refusal[] {
  const sent = validRequest(operation, tokenWithoutPermissions(operation, world));
  return shapeOf(operation.route)
    .path.flatMap(({ name, schema }) => {
      const { maxLength } = resolved(schema);
      // Of a text, only the length can be wrong. Public operations do not have to look at it: an unknown text is 404.
      const tooLong = maxLength !== undefined && requiresPermission(operation) ? 'x'.repeat(maxLength + 1) : undefined;
      const text = sampleOf(schema) !== 'sample' ? MALFORMED : tooLong;
      return text === undefined ? [] : [{ name, text }];
    })
    .map(({ name, text }) => ({
      what: name,
      sent: { ...sent, path: { ...sent.path, [name]: text } },
      status: 400,
      code: 'malformed_request',
      names: `path.${name}`,
    }));
}

/** Returns requests with an invalid query, from a caller without permissions. */
export function withMalformedQuery(operation: Served, world: World): Refusal[] {
  const sent = validRequest(operation, tokenWithoutPermissions(operation, world));
  return shapeOf(operation.route)
    .query.filter(({ schema }) => sampleOf(schema) !== 'sample')
    .map(({ name }) => ({
      what: name,
      sent: { ...sent, query: { ...sent.query, [name]: 'no such value' } },
      status: 400,
      code: 'malformed_request',
      names: `query.${name}`,
    }));
}

/** Returns requests with an invalid body, from a caller without permissions. */
export function withMalformedBody(operation: Served, world: World): Refusal[] {
  const { body, needsBody, parts } = shapeOf(operation.route);
  const sent = validRequest(operation, tokenWithoutPermissions(operation, world));
  const { body: sample, form: _form, ...bare } = sent;
  const refused = (what: string, changed: Sent, names?: string): Refusal => ({
    what,
    sent: { ...bare, ...changed },
    status: 400,
    code: 'malformed_request',
    ...(names !== undefined && { names }),
  });
  if (parts) return [{ ...refused('JSON in place of parts', { body: {} }), code: 'unsupported_media_type' }];
  if (!body) return [];
  const fields = Object.entries(body.properties ?? {}).filter(([, schema]) => wrongOf(schema) !== undefined);
  return [
    refused('JSON that is cut off', { text: '{"name": "sam' }, 'not JSON'),
    refused('an array', { body: [] }),
    ...(needsBody ? [refused('no body', {})] : []),
    { ...refused('plain text', { text: 'sample', headers: { 'content-type': 'text/plain' } }), code: 'unsupported_media_type' },
    { ...refused('too much', { text: ' '.repeat((operation.bodyLimit ?? JSON_BYTES) + 1) }), status: 413, code: 'too_large' },
    ...(body.required ?? []).map((name) => refused(`no ${name}`, { body: { ...(sample as object), [name]: undefined } }, name)),
    ...(body.required ?? [])
      .filter((name) => !acceptsNull(body.properties?.[name] ?? {}))
      .map((name) => refused(`null for ${name}`, { body: { ...(sample as object), [name]: null } }, name)),
    ...fields.map(([name, schema]) =>
      refused(`another type of ${name}`, { body: { ...(sample as object), [name]: wrongOf(schema) } }, `body.${name}`),
    ),
  ];
}

/** Returns requests with an unknown field, if the contract forbids unknown fields. */
export function withUnknownField(operation: Served, world: World): Refusal[] {
  const { body, parts } = shapeOf(operation.route);
  const token = tokenWithoutPermissions(operation, world);
  const sent = validRequest(operation, token);
  const refused = (changed: Sent): Refusal[] => [
    { what: 'unknown field', sent: { ...sent, ...changed }, status: 400, code: 'malformed_request', names: 'unexpected_field' },
  ];
  const extra = { unexpected_field: 1 };
  if (parts) return jsonParts(parts).some(([, part]) => forbidsUnknownFields(part)) ? refused({ form: formOf(parts, extra) }) : [];
  if (body?.items && forbidsUnknownFields(body.items)) return refused({ body: [{ ...(sampleOf(body.items) as object), ...extra }] });
  return body && forbidsUnknownFields(body) ? refused({ body: { ...(sent.body as object), ...extra } }) : [];
}

/** Like `withoutPermission`, but all optional fields of the body are null. */
export function withNulls(operation: Served, world: World): Refusal[] {
  const { body } = shapeOf(operation.route);
  return withoutPermission(operation, world).map((one) => (body ? { ...one, sent: { ...one.sent, body: sampleWithNulls(body) } } : one));
}

/** Returns a valid request with unknown ids, from a caller without permissions. */
export const withoutPermission = (operation: Served, world: World): Refusal[] =>
  requiresPermission(operation)
    ? [{ what: 'no permission', sent: validRequest(operation, world.nobody), status: 403, code: 'forbidden' }]
    : [];
