import { endpoint } from '../../../core/http/endpoint.ts';
import { findEntity } from './access.ts';
import { toSetJson, toSharingJson } from './json.ts';
import { selectMetadata, selectSources } from './queries.ts';

/**
 * Reads the caller's access to an entity.
 * @rule sharing.access.sources
 */
export const getSharing = endpoint('GET /sharing/sharings/{entityType}/{entityId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const entity = await findEntity(tx, actor, path);
    if (!query.includeMetadata) return { status: 200, body: toSharingJson(actor, entity.type, entity) };

    const body = toSharingJson(actor, entity.type, { ...entity, ...(await selectMetadata(tx, actor, entity)) });
    return { status: 200, body: { ...body, sources: toSetJson(await selectSources(tx, actor, entity)) } };
  },
});
