import { endpoint } from '../../../core/http/endpoint.ts';
import { findPromotionExecution, promote, requireSucceeded, toPromotionExecutionJson } from '../../orchestration/promotions/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';

/** Executes a promotion, all of it or nothing. */
export const startPromotionExecution = endpoint('POST /processing/executions/promotions', {
  allow: 'SVC_PROMOTION_EXECUTION',
  // The record of a promotion that fails is committed before the refusal is sent.
  transaction: 'none',

  async run({ actor, db, body, now, changeFacts }) {
    const { advanced } = body;
    const options = {
      keepTargetResources: body.keepTargetResources ?? false,
      keepTargetRunProfiles: body.keepTargetRunProfiles ?? false,
      choice: advanced && { id: advanced.artifactId.toLowerCase(), type: advanced.artifactType },
      context: body.context,
    };

    const { row, answer } = await db.transaction(async (tx) => {
      const row = await promote(tx, { actor, promotion: body.executable, options, now });
      const answer = { status: 201, body: { executionId: row.id, executionReport: toPromotionExecutionJson(row) } } as const;
      if (row.status !== 'PROMOTION_FAILED') await recordChange(tx, changeFacts(answer));
      return { row, answer };
    });
    requireSucceeded(row);
    return answer;
  },
});

/** Reads an execution or an analysis of a promotion. */
export const getPromotionExecution = endpoint('GET /processing/executions/promotions/{promotionExecutionId}', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, path }) {
    return { status: 200, body: toPromotionExecutionJson(await findPromotionExecution(tx, actor, path.promotionExecutionId)) };
  },
});
