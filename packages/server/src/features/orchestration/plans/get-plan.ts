import { endpoint } from '../../../core/http/endpoint.ts';
import { findPlan } from './access.ts';
import { toPlanDetails } from './json.ts';

/** Reads a plan with its chart. */
export const getPlan = endpoint('GET /orchestration/executables/plans/{planId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toPlanDetails(await findPlan(tx, actor, path.planId)) };
  },
});
