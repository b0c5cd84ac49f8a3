/** The JSON of promotions. */
import type { Schema } from '@millrace/contract';
import { toEnvironmentJson } from '../environments/index.ts';
import type { PromotionRow } from './rows.ts';

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
