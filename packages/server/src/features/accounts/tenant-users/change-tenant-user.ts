import { findRecordRow } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockUser } from '../users/index.ts';
import { patchUser, USER_PATCH } from './patch-user.ts';
import { TENANT_USERS } from './records.ts';

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
