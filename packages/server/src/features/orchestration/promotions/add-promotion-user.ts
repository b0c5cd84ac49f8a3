import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockPromotion } from './access.ts';
import { insertPromotionAccount } from './queries.ts';

/** Allows a user to execute a promotion. */
export const addPromotionUser = endpoint('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);
    const account = await findUser(tx, actor, path.userId);

    await insertPromotionAccount(tx, promotion.id, account.id);
    return { status: 204 };
  },
});
