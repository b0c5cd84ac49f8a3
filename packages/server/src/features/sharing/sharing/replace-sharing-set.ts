import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEntity } from './access.ts';
import { changeSet } from './change-sets.ts';

/** Replaces all sharings of an entity. */
export const replaceSharingSet = endpoint('PUT /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const entity = await lockEntity(tx, actor, path);

    await changeSet({ tx, actor }, entity, path, body, true);
    return { status: 200, body: { entityType: entity.type, entityId: entity.id } };
  },
});
