import { endpoint } from '../../../core/http/endpoint.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { analyze } from './perform.ts';
import { toExecutionJson, type PromotionExecutionRow } from './execution-json.ts';

/**
 * Reports what an execution of the promotion would do.
 * @rule promotions.execute.permission
 */
export const analyzePromotion = endpoint('POST /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PROMOTION_EXECUTION',
  // The analysis reads both environments in a transaction that is read only, and then writes its record in another one.
  transaction: 'none',

  async run({ actor, db, path, body, now, changeFacts }) {
    const choice = body?.promotionAdvancedInfo;
    const options = {
      keepTargetResources: body?.keepTargetResources ?? false,
      keepTargetRunProfiles: body?.keepTargetRunProfiles ?? false,
      choice: choice && { id: choice.id.toLowerCase(), type: choice.type },
      context: body?.context,
    };

    const answerOf = (row: PromotionExecutionRow) => ({ status: 200, body: toExecutionJson(row) }) as const;
    const row = await analyze(db, { actor, promotion: path.promotionId, options, now }, (tx, stored) =>
      recordChange(tx, changeFacts(answerOf(stored))),
    );
    return answerOf(row);
  },
});
