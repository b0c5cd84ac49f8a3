import { endpoint } from '../../../core/http/endpoint.ts';
import { toAttributeJson } from './attribute-json.ts';
import { selectAttributes } from './attribute-queries.ts';

/** Lists the definitions of custom attributes. There are no built-in ones. */
export const listAttributes = endpoint('GET /datasets/attributes', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query: { limit = 100, offset = 0, category, includeMetadata = true } }) {
    const { rows, total } = category === 'built-in' ? { rows: [], total: 0 } : await selectAttributes(tx, actor.tenant, { limit, offset });
    return { status: 200, body: { data: rows.map((row) => toAttributeJson(row, includeMetadata)), paging: { limit, offset, total } } };
  },
});
