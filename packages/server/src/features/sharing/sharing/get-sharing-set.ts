import { endpoint } from '../../../core/http/endpoint.ts';
import { findEntity } from './access.ts';
import { toSetJson } from './json.ts';
import { selectSetEntries } from './queries.ts';

/** Lists the users and groups with access to an entity. */
export const getSharingSet = endpoint('GET /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const entity = await findEntity(tx, actor, path);

    return { status: 200, body: toSetJson(await selectSetEntries(tx, entity, query)) };
  },
});
