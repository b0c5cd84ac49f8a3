import { endpoint } from '../../../core/http/endpoint.ts';
import { lockResource } from './access.ts';
import { updateResource } from './queries.ts';

/** Changes the name or the description of a resource. */
export const changeResource = endpoint('PATCH /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const resource = await lockResource(tx, actor, path.resourceId);

    await updateResource(tx, resource.id, { name: body.name?.trim(), description: body.description });
    return { status: 204 };
  },
});
