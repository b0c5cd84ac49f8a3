import { endpoint } from '../../../core/http/endpoint.ts';
import { findServiceAccount } from '../../accounts/service-accounts/index.ts';
import { lockPromotion } from './access.ts';
import { removePromotionAccount } from './queries.ts';
import { requireAssigned } from './rules.ts';

/** Removes a service account from a promotion. */
export const removePromotionServiceAccount = endpoint(
  'DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
  {
    allow: 'SVC_PIPELINE_MANAGEMENT',

    async run({ actor, tx, path }) {
      const promotion = await lockPromotion(tx, actor, path.promotionId);
      const account = await findServiceAccount(tx, actor, path.serviceAccountId);

      requireAssigned(await removePromotionAccount(tx, promotion.id, account.id));
      return { status: 204 };
    },
  },
);
