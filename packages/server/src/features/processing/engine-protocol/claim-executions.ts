import { endpoint } from '../../../core/http/endpoint.ts';
import { findWork } from './find-work.ts';
import { countClaim } from './metrics.ts';

/** Returns work for an engine as soon as there is some. */
export const claimExecutions = endpoint('POST /engine/v1/claims', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    const body = await findWork(call);
    countClaim(call.metrics, body.executions.length);
    return { status: 200, body };
  },
});
