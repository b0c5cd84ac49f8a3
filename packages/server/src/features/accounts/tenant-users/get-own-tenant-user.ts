import { endpoint } from '../../../core/http/endpoint.ts';
import { ownPath } from '../../../core/http/own-path.ts';
import { TENANT_USERS } from './records.ts';
import { requirePerson } from './rules.ts';

/** Redirects to the address of the calling user. */
export const getOwnTenantUser = endpoint('GET /api/v1/users/me', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, publicUrl }) {
    requirePerson(actor);
    return { status: 302, headers: { location: ownPath(publicUrl(), `${TENANT_USERS.path}/${actor.id}`) } };
  },
});
