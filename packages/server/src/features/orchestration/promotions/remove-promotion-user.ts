import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockPromotion } from './access.ts';
import { removePromotionAccount } from './queries.ts';
import { requireAssigned } from './rules.ts';

/** Removes a user from a promotion. */
export const removePromotionUser = endpoint('DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);
    const account = await findUser(tx, actor, path.userId);

    requireAssigned(await removePromotionAccount(tx, promotion.id, account.id));
    return { status: 204 };
  },
});
