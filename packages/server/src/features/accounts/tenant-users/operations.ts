import { countRecords, findRecordRow, listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { ownPath } from '../../../core/http/headers.ts';
import { addUser, findReferences, lockTenant, lockUser, removeUser, requireAssignableRoles, ROLE_ROWS } from '../people/index.ts';
import { createPasswordLink, requireMayGiveAccess } from '../sign-in/index.ts';
import { inviteOne } from './invitations.ts';
import { patchUser, USER_PATCH } from './patch.ts';
import { namesOf, TENANT_USERS } from './records.ts';
import { emailOf, requireMayReadUser, requireOwnTenant, requirePerson, shownToScopes } from './rules.ts';

/**
 * Lists users in the form of the tenant API.
 * @rule tenant-users.all.permission
 */
export const listTenantUsers = endpoint('GET /api/v1/users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_USERS, call.query);
  },
});

/** Lists users by a filter in the body. */
export const filterTenantUsers = endpoint('POST /api/v1/users/actions/filter', {
  allow: 'SVC_USER_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_USERS, call.query, { filter: call.body.filter, path: `${TENANT_USERS.path}/actions/filter` });
  },
});

/** Counts the users of the tenant. */
export const countTenantUsers = endpoint('GET /api/v1/users/actions/count', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return { status: 200, body: { total: await countRecords(call, TENANT_USERS) } };
  },
});

/**
 * Creates a user in the form of the tenant API.
 * @rule tenant-users.create.invited
 * @rule tenant-users.create.picture
 */
export const createTenantUser = endpoint('POST /api/v1/users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    requireOwnTenant(actor, body.tenantId);
    const email = emailOf(body);
    if (body.status === 'invited') requireMayGiveAccess(actor);
    if (body.assignedRoles?.length) requireAssignableRoles(actor);
    const roleIds = await findReferences(tx, actor, ROLE_ROWS, body.assignedRoles);

    const id = await addUser(call, { login: body.subject, email, ...namesOf(body.name ?? ''), roleIds, picture: body.picture });
    const invitation = body.status === 'invited' && { invitation: await createPasswordLink(tx, call, id, 'invitation') };
    return { status: 201, body: { ...(await readRecord(call, TENANT_USERS, id)), ...invitation } };
  },
});

/** Reads a user in the form of the tenant API. */
export const getTenantUser = endpoint('GET /api/v1/users/{id}', {
  allow: 'signed-in',

  async run(call) {
    requireMayReadUser(call.actor, call.path.id);
    return { status: 200, body: shownToScopes(call.actor, await readRecord(call, TENANT_USERS, call.path.id)) };
  },
});

/** Redirects to the address of the calling user. */
export const getOwnTenantUser = endpoint('GET /api/v1/users/me', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, settings: { publicUrl } }) {
    requirePerson(actor);
    return { status: 302, headers: { location: ownPath(publicUrl(), `${TENANT_USERS.path}/${actor.id}`) } };
  },
});

/** Changes a user by JSON Patch. */
export const changeTenantUser = endpoint('PATCH /api/v1/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, USER_PATCH);
    const { id } = await lockUser(tx, actor, path.id);

    await patchUser(call, await findRecordRow(call, TENANT_USERS, id), steps);
    return { status: 204 };
  },
});

/** Deletes a user with its tokens, roles, groups and rights. */
export const deleteTenantUser = endpoint('DELETE /api/v1/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const user = await lockUser(tx, actor, path.id);

    await removeUser({ tx, actor }, user);
    return { status: 204 };
  },
});

/** Invites people, and reports the result for each. */
export const inviteTenantUsers = endpoint('POST /api/v1/users/actions/invite', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    await lockTenant(call.tx, call.actor);
    const data = [];
    for (const invitee of call.body.invitees) data.push(await inviteOne(call, invitee));
    return { status: 207, body: { data } };
  },
});
