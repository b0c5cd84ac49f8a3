import { endpoint } from '../../../core/http/endpoint.ts';
import { entityTypeOf } from './entity-types.ts';
import { toSharingJson } from './json.ts';
import { selectAccesses } from './queries.ts';

/** Lists the entities of a type that the caller has access to. */
export const listSharings = endpoint('GET /sharing/sharings/{entityType}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query }) {
    const type = entityTypeOf(path.entityType);
    const rows = type ? await selectAccesses(tx, actor, type, query.includeMetadata ?? false) : [];
    return { status: 200, body: type ? rows.map((row) => toSharingJson(actor, type, row)) : [] };
  },
});
