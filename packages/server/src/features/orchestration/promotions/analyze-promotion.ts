import { endpoint } from '../../../core/http/endpoint.ts';
import { analyze } from './perform.ts';
import { toExecutionJson } from './execution-json.ts';

/**
 * Reports what an execution of the promotion would do.
 * @rule promotions.execute.permission
 */
export const analyzePromotion = endpoint('POST /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PROMOTION_EXECUTION',
  // The analysis reads both environments in a transaction that is read only, and then writes its record in a statement of its own.
  transaction: 'none',

  async run({ actor, db, path, body, now }) {
    const choice = body?.promotionAdvancedInfo;
    const options = {
      keepTargetResources: body?.keepTargetResources ?? false,
      keepTargetRunProfiles: body?.keepTargetRunProfiles ?? false,
      choice: choice && { id: choice.id.toLowerCase(), type: choice.type },
      context: body?.context,
    };

    const row = await analyze(db, { actor, promotion: path.promotionId, options, now });
    return { status: 200, body: toExecutionJson(row) };
  },
});
