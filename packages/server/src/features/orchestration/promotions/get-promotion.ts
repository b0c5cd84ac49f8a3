import { endpoint } from '../../../core/http/endpoint.ts';
import { findPromotion } from './access.ts';
import { toPromotionJson } from './json.ts';

/** Reads a promotion. */
export const getPromotion = endpoint('GET /orchestration/executables/promotions/{promotionId}', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, path }) {
    return { status: 200, body: toPromotionJson(await findPromotion(tx, actor, path.promotionId)) };
  },
});
