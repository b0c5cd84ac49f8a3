import { endpoint } from '../../../core/http/endpoint.ts';
import { checkEntity } from './access.ts';
import { usableEntitlements } from './entity-types.ts';

/** Reads the entitlements of the caller on an entity. */
export const getEntitlements = endpoint('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
  allow: 'signed-in',

  async run({ actor, batcher, path }) {
    const { type, id, level } = await checkEntity(batcher, actor, path);

    return { status: 200, body: { entityId: id, entitlements: usableEntitlements(actor, type, level) } };
  },
});
