import { endpoint } from '../../../core/http/endpoint.ts';
import { findServiceAccount } from '../../accounts/service-accounts/index.ts';
import { lockPromotion } from './access.ts';
import { ensurePromotionAccount } from './queries.ts';

/** Allows a service account to execute a promotion. */
export const addPromotionServiceAccount = endpoint(
  'PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
  {
    allow: 'SVC_PIPELINE_MANAGEMENT',

    async run({ actor, tx, path }) {
      const promotion = await lockPromotion(tx, actor, path.promotionId);
      const account = await findServiceAccount(tx, actor, path.serviceAccountId);

      await ensurePromotionAccount(tx, promotion.id, account.id);
      return { status: 204 };
    },
  },
);
