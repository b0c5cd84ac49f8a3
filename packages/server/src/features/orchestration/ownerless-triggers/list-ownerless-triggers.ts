import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { selectOwnerless } from './access.ts';
import { toOwnerlessJson } from './json.ts';

/**
 * Lists the triggers whose account is disabled or deleted.
 * @rule ownerless-triggers.list.permission
 */
export const listOwnerlessTriggers = endpoint('GET /orchestration/ownerless-triggers', {
  allow: { anyOf: ['SVC_USER_MANAGEMENT', 'SVC_OPERATOR'] },
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: toPage(await selectOwnerless(tx, actor, query), query, toOwnerlessJson) };
  },
});
