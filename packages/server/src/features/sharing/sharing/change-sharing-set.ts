import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEntity } from './access.ts';
import { changeSet } from './change-sets.ts';

/** Adds, changes and removes sharings of an entity. */
export const changeSharingSet = endpoint('PATCH /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const entity = await lockEntity(tx, actor, path);

    await changeSet({ tx, actor }, entity, path, body, false);
    return { status: 200, body: { entityType: entity.type, entityId: entity.id } };
  },
});
