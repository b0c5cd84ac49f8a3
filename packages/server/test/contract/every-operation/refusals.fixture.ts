/** What every refusal has in common, and the operations of which a body may have unknown fields. */
import assert from 'node:assert/strict';
import { errorOf } from '../../support/refusals.ts';
import { resolved, shapeOf } from '../../support/samples.ts';
import type { Answer } from '../../support/server.ts';
import { withUnknownField, type Refusal, type Served } from '../../support/operation-requests.ts';
import type { World } from '../../support/world.ts';

/** Operations whose bodies may have fields that the contract does not name, because existing clients send them. */
export const ACCEPTS_UNKNOWN_FIELDS: readonly string[] = [
  'PUT /orchestration/executables/tasks/{taskId}/run-config',
  // SCIM: names of attributes count in any letter case, and identity providers send attributes of other schemas.
  ...['Users', 'Groups', 'Roles'].flatMap((name) => [`POST /scim/v2/${name}`, `PUT /scim/v2/${name}/{id}`]),
  // RFC 6749, section 3.2: unknown parameters are ignored.
  ...['token', 'revoke', 'introspect', 'device_authorization', 'register'].map((name) => `POST /oauth/${name}`),
];

/** Returns whether the operation has a body that is more than a list of texts or a file, and that accepts unknown fields. */
export function acceptsUnknownFields(operation: Served, world: World): boolean {
  const { body, parts } = shapeOf(operation.route);
  if (!body && !parts) return false;
  const isListOfTexts = resolved(body?.items ?? {}).type === 'string';
  const isFile = Object.keys(parts?.properties ?? {}).join(' ') === 'file';
  return !isListOfTexts && !isFile && withUnknownField(operation, world).length === 0;
}

/** Returns whether the error body has the id of the request. For SCIM it has not, because no further members are allowed; the id is in the header only. */
export const namesRequest = ({ surface }: Served): boolean => 'requestId' in surface({ status: 400, code: '', message: '' }, '');

/** Asserts that an answer has the error body of the surface, with the expected status, code and names. */
export function requireRefusal({ surface }: Served, { status: actual, body }: Answer, { what, status, code, names = '' }: Refusal): void {
  const details = `${what}: ${actual} ${JSON.stringify(body)}`;
  assert.equal(actual, status, details);
  const subject = status === 404 ? { noun: '', id: '' } : undefined;
  const example = surface({ status, code, message: '', subject }, '') as { status: unknown };
  assert.deepEqual(Object.keys(body).toSorted(), Object.keys(example).toSorted(), details);
  assert.equal(body.status, example.status, details);
  const error = errorOf(body);
  assert.equal(error.code, code, details);
  assert.ok(error.message.length > 0 && error.message.includes(names), details);
}

/** Asserts that the body of a refusal names its request by the id that its header has. */
export function requireRequestId({ body, headers }: Answer): void {
  const id = headers.get('x-request-id');
  assert.equal(body.requestId, id, JSON.stringify(body));
  if ('traceId' in body) assert.equal(body.traceId, id?.replaceAll('-', ''), JSON.stringify(body));
}
