import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { holdEnvironment } from '../environments/index.ts';
import { findPromotion } from './access.ts';
import { toPromotionJson } from './json.ts';
import { insertPromotion } from './queries.ts';
import { requireTwoEnvironments } from './rules.ts';

/**
 * Creates a promotion from one environment into another, without users that may execute it.
 * @rule promotions.create.permission
 */
export const createPromotion = endpoint('POST /orchestration/executables/promotions', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, body }) {
    const source = await holdEnvironment(tx, actor, body.sourceEnvironmentId);
    const target = await holdEnvironment(tx, actor, body.targetEnvironmentId);

    requireTwoEnvironments(source.id, target.id);

    const id = newId();
    await insertPromotion(tx, { id, tenant: actor.tenant, source: source.id, target: target.id, description: body.description ?? null });
    return { status: 201, body: toPromotionJson(await findPromotion(tx, actor, id)) };
  },
});
