import { endpoint } from '../../../core/http/endpoint.ts';
import { collectLater } from '../artifacts/index.ts';
import { lockResource } from './access.ts';
import { removeResource, selectResourceUses } from './queries.ts';
import { requireResourceUnused } from './rules.ts';

/** Deletes a resource. */
export const deleteResource = endpoint('DELETE /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const resource = await lockResource(tx, actor, path.resourceId);

    requireResourceUnused(await selectResourceUses(tx, actor, resource.id));

    await removeResource(tx, resource.id);
    await collectLater(tx, [resource]);
    return { status: 204 };
  },
});
