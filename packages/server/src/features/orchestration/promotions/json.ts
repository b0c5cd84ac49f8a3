/** The JSON of promotions. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentObject, toEnvironmentJson, type EnvironmentRow } from '../environments/index.ts';

/** The row of a promotion. */
export type PromotionRow = { id: string; name: string; description: string | null; source: EnvironmentRow; target: EnvironmentRow };

/**
 * The name of a promotion, which consists of the names of its environments.
 * @rule promotions.get.name
 */
export const promotionName: Sql = sql`(s.name || ' to ' || t.name)`;

/** The columns of `PromotionRow`, for statements with `promotionTables`. */
export const promotionColumns: Sql = sql`
  p.id, ${promotionName} as name, p.description,
  (select ${environmentObject} from environment e where e.id = s.id) as source,
  (select ${environmentObject} from environment e where e.id = t.id) as target`;

/** Promotions `p` with their environments `s` and `t`. */
export const promotionTables: Sql = sql`
  promotion p
  join environment s on s.id = p.source_environment_id
  join environment t on t.id = p.target_environment_id`;

/** Converts a row to PromotionExecutableDetails without the description, as in lists. */
export const toListedPromotionJson = (row: PromotionRow): Schema<'PromotionExecutableDetails'> => ({
  executable: row.id,
  name: row.name,
  sourceEnvironment: toEnvironmentJson(row.source),
  targetEnvironment: toEnvironmentJson(row.target),
});

/**
 * Converts a row to PromotionExecutableDetails.
 * @rule promotions.list.description
 */
export const toPromotionJson = (row: PromotionRow): Schema<'PromotionExecutableDetails'> => ({
  ...toListedPromotionJson(row),
  ...(row.description !== null && { description: row.description }),
});
