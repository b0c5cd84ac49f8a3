import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Claiming } from './hand-out.ts';
import { countClaim } from './metrics.ts';
import { isEmpty, POLL_MILLISECONDS, offers } from './offers.ts';

/**
 * Hands out work as it comes, in one answer of many parts, because a call for each execution costs more than all other messages about it. The first
 * part is sent at once, so that the engine notices a proxy that holds answers back. Each poll sends a part, also an empty one, so that the engine
 * notices a connection that no longer delivers.
 */
export const streamClaims = endpoint('POST /engine/v1/claims/stream', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    return {
      status: 200,
      stream: Readable.from(lines(call), { objectMode: false }),
      contentType: 'application/x-ndjson; charset=utf-8',
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    };
  },
});

async function* lines(call: Claiming): AsyncGenerator<string, void, void> {
  let isFirst = true;
  for await (const offer of offers(call)) {
    if (isFirst || !isEmpty(offer)) countClaim(call.metrics, offer.executions.length);
    isFirst = false;
    yield `${JSON.stringify({ ...offer, nextWithinMilliseconds: POLL_MILLISECONDS })}\n`;
  }
}
