import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { promotionName, toListedPromotionJson } from './json.ts';
import { selectPromotions } from './queries.ts';

const selectors = {
  executable: { column: sql`p.id`, type: 'uuid' },
  name: { column: promotionName, type: 'text' },
  'sourceEnvironment.id': { column: sql`s.id`, type: 'uuid' },
  'sourceEnvironment.name': { column: sql`s.name`, type: 'text' },
  'targetEnvironment.id': { column: sql`t.id`, type: 'uuid' },
  'targetEnvironment.name': { column: sql`t.name`, type: 'text' },
} as const;

/**
 * Lists the promotions that the caller may see.
 * @rule promotions.list.filter
 * @rule promotions.list.permission
 */
export const listPromotions = endpoint('GET /orchestration/executables/promotions', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, query }) {
    const rows = await selectPromotions(tx, actor, fiql(query._s, selectors));
    return { status: 200, body: rows.map(toListedPromotionJson) };
  },
});
