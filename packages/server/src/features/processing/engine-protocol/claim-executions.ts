import { endpoint } from '../../../core/http/endpoint.ts';
import { countClaim } from './metrics.ts';
import { isEmpty, offers, type Offer } from './offers.ts';

/** Hands out work as soon as there is some: the first offer that is not empty is the answer. */
export const claimExecutions = endpoint('POST /engine/v1/claims', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    let body: Offer = { executions: [], stop: [], waitedMilliseconds: 0 };
    for await (body of offers(call)) if (!isEmpty(body)) break;
    countClaim(call.metrics, body.executions.length);
    return { status: 200, body };
  },
});
