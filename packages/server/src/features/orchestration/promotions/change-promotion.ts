import { endpoint } from '../../../core/http/endpoint.ts';
import { lockPromotion } from './access.ts';
import { updatePromotion } from './queries.ts';

/** Changes the description of a promotion. */
export const changePromotion = endpoint('PATCH /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);

    if (body.description !== undefined) await updatePromotion(tx, promotion.id, body.description);
    return { status: 204 };
  },
});
