import { endpoint } from '../../../core/http/endpoint.ts';
import { analyze } from './perform.ts';
import { toExecutionJson } from './execution-json.ts';

/**
 * Tells what an execution would do.
 * @rule promotions.execute.permission
 */
export const analyzePromotion = endpoint('POST /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PROMOTION_EXECUTION',
  // Reading both environments is a snapshot that writes nothing; the record is a statement of its own after it.
  transaction: 'none',

  async run({ actor, db, path, body, now }) {
    const chosen = body?.promotionAdvancedInfo;
    const wishes = {
      keepTargetResources: body?.keepTargetResources ?? false,
      keepTargetRunProfiles: body?.keepTargetRunProfiles ?? false,
      choice: chosen && { id: chosen.id.toLowerCase(), type: chosen.type },
      context: body?.context,
    };

    const row = await analyze(db, { actor, promotion: path.promotionId, wishes, now });
    return { status: 200, body: toExecutionJson(row) };
  },
});
