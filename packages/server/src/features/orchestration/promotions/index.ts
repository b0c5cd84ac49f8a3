/** Promotions: copy tasks, plans and the content that they use from one environment to another. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict, Problem } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { addPromotionServiceAccount } from './add-promotion-service-account.ts';
import { addPromotionUser } from './add-promotion-user.ts';
import { analyzePromotion } from './analyze-promotion.ts';
import { changePromotion } from './change-promotion.ts';
import { createPromotion } from './create-promotion.ts';
import { deletePromotion } from './delete-promotion.ts';
import { getPromotion } from './get-promotion.ts';
import { listPromotionUsers } from './list-promotion-users.ts';
import { listPromotions } from './list-promotions.ts';
import { removePromotionServiceAccount } from './remove-promotion-service-account.ts';
import { removePromotionUser } from './remove-promotion-user.ts';

export { toExecutionJson } from './execution-json.ts';
export { findPromotionExecution } from './execution-queries.ts';
export { promote } from './perform.ts';
export { requireSucceeded } from './rules.ts';

/** The endpoints of promotions. */
export const promotions: Feature = {
  surface: orchestration,
  endpoints: [
    listPromotions,
    createPromotion,
    getPromotion,
    analyzePromotion,
    changePromotion,
    deletePromotion,
    listPromotionUsers,
    addPromotionUser,
    removePromotionUser,
    addPromotionServiceAccount,
    removePromotionServiceAccount,
  ],
  constraints: {
    /** @rule promotions.create.pair */
    promotion_pair_once: () =>
      conflict('promotion_exists', 'There is already a promotion from this source to this target environment: use that promotion.'),
    /** @rule promotions.users.once */
    promotion_account_once: () => conflict('promotion_user_present', 'The user may already execute the promotion.'),
    promotion_account_account_id_fkey: () => new Problem(404, 'not_found', 'The account was deleted during the request.'),
    promotion_execution_promotion_id_fkey: () => new Problem(404, 'not_found', 'The promotion was deleted during the request.'),
  },
};
