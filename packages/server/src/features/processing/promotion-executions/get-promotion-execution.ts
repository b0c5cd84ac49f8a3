import { endpoint } from '../../../core/http/endpoint.ts';
import { findPromotionExecution, toExecutionJson } from '../../orchestration/promotions/index.ts';

/** Reads an execution or an analysis of a promotion. */
export const getPromotionExecution = endpoint('GET /processing/executions/promotions/{promotionExecutionId}', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, path }) {
    return { status: 200, body: toExecutionJson(await findPromotionExecution(tx, actor, path.promotionExecutionId)) };
  },
});
