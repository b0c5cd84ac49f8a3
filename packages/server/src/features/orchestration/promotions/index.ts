/** Promotions: copy tasks, plans and the content that they use from one environment to another. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict, Problem } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { findPromotionExecution, toPromotionExecutionJson } from './execution-records.ts';
export { promote } from './executions.ts';
export { requireSucceeded } from './rules.ts';

/** The endpoints and constraints of promotions. */
export const promotions: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
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
