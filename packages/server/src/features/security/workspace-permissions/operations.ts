import { endpoint } from '../../../core/http/endpoint.ts';
import { changeInBatch, isNoPreview, removeInBatch } from './batches.ts';
import { addRights, listRights, readRights, removeAllRights, replaceRights, SERVICE_ACCOUNTS, toPermissionJson, USERS } from './rights.ts';
import { selectOwnRights } from './rows.ts';

/** Lists the rights of users on the workspaces that the caller manages. */
export const listUserRights = endpoint('GET /security/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: await listRights(tx, actor, USERS, { ...query, accountId: query.userId }) };
  },
});

/** Lists the rights of service accounts on the workspaces that the caller manages. */
export const listServiceAccountRights = endpoint('GET /security/service-accounts/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: await listRights(tx, actor, SERVICE_ACCOUNTS, { ...query, accountId: query.serviceAccountId }) };
  },
});

/**
 * Lists the rights that the caller holds on workspaces.
 * @rule workspace-permissions.own.rights
 */
export const listOwnRights = endpoint('GET /security/permissions/own', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectOwnRights(tx, actor)).map(toPermissionJson) };
  },
});

/** Adds rights of a user on a workspace. */
export const addUserRights = endpoint('POST /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await addRights(tx, actor, USERS, { ...path, permissions: body });
    return { status: 201 };
  },
});

/** Adds rights of a service account on a workspace. */
export const addServiceAccountRights = endpoint('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await addRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId, permissions: body });
    return { status: 201 };
  },
});

/** Reads the rights of a user on a workspace. */
export const getUserRights = endpoint('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    return { status: 200, body: await readRights(tx, actor, USERS, path) };
  },
});

/** Reads the rights of a service account on a workspace. */
export const getServiceAccountRights = endpoint('GET /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    return {
      status: 200,
      body: await readRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId }),
    };
  },
});

/** Replaces the rights of a user on a workspace. */
export const replaceUserRights = endpoint('PUT /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await replaceRights(tx, actor, USERS, { ...path, permissions: body });
    return { status: 204 };
  },
});

/** Replaces the rights of a service account on a workspace. */
export const replaceServiceAccountRights = endpoint(
  'PUT /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
  {
    allow: 'signed-in',

    async run({ actor, tx, path, body }) {
      await replaceRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId, permissions: body });
      return { status: 204 };
    },
  },
);

/** Removes every right of a user on a workspace. */
export const removeUserRights = endpoint('DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await removeAllRights(tx, actor, USERS, path);
    return { status: 204 };
  },
});

/** Removes every right of a service account on a workspace. */
export const removeServiceAccountRights = endpoint(
  'DELETE /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
  {
    allow: 'signed-in',

    async run({ actor, tx, path }) {
      await removeAllRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId });
      return { status: 204 };
    },
  },
);

/** Adds rights of users on workspaces, in the order of the list. */
export const addUserRightsInBatch = endpoint('POST /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, USERS, addRights),
});

/** Adds rights of service accounts on workspaces, in the order of the list. */
export const addServiceAccountRightsInBatch = endpoint('POST /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, SERVICE_ACCOUNTS, addRights),
});

/** Replaces rights of users on workspaces, in the order of the list. */
export const replaceUserRightsInBatch = endpoint('PUT /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, USERS, replaceRights),
});

/** Replaces rights of service accounts on workspaces, in the order of the list. */
export const replaceServiceAccountRightsInBatch = endpoint('PUT /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, SERVICE_ACCOUNTS, replaceRights),
});

/**
 * Removes every right of the listed users on the listed workspaces. The lists come from the query, from the body, or from both.
 * @rule workspace-permissions.batch.body
 */
export const removeUserRightsInBatch = endpoint('DELETE /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => removeInBatch(call, USERS, [...(call.query.userIds ?? []), ...(call.body?.userIds ?? [])]),
});

/**
 * Removes every right of the listed service accounts on the listed workspaces. The lists come from the query, from the body, or from both.
 * @rule workspace-permissions.batch.body
 */
export const removeServiceAccountRightsInBatch = endpoint('DELETE /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => removeInBatch(call, SERVICE_ACCOUNTS, [...(call.query.serviceAccountIds ?? []), ...(call.body?.serviceAccountIds ?? [])]),
});
