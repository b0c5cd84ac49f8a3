import { endpoint } from '../../../core/http/endpoint.ts';
import { findPromotion } from './access.ts';
import { selectPromotionAccounts } from './queries.ts';

/** Lists the users and service accounts that may execute a promotion. */
export const listPromotionUsers = endpoint('GET /orchestration/executables/promotions/{promotionId}/users', {
  allow: 'SVC_PIPELINE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const promotion = await findPromotion(tx, actor, path.promotionId);
    const accounts = await selectPromotionAccounts(tx, promotion.id);
    const ids = (type: 'HUMAN' | 'SERVICE'): string[] => accounts.filter((account) => account.user_type === type).map(({ id }) => id);
    return { status: 200, body: { executable: promotion.id, userIds: ids('HUMAN'), serviceAccountIds: ids('SERVICE') } };
  },
});
