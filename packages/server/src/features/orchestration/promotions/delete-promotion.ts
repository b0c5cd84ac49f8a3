import { endpoint } from '../../../core/http/endpoint.ts';
import { lockPromotion } from './access.ts';
import { removePromotion } from './queries.ts';

/** Deletes a promotion; promoted content stays. */
export const deletePromotion = endpoint('DELETE /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);

    await removePromotion(tx, promotion.id);
    return { status: 204 };
  },
});
