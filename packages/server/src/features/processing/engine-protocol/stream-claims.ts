import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Claiming } from './hand-out.ts';
import { countClaim } from './measures.ts';
import { isEmpty, LOOK_AGAIN, offers } from './offers.ts';

/**
 * Hands out work as it comes, in one answer of many parts: to ask again for each execution would cost more than all else that an engine and the control
 * plane say to each other of it. The first part goes out at once, so that an engine learns whether something between them holds answers back. A part
 * goes out after each look, also when it says nothing: an engine that hears none for too long knows that its connection swallows them.
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
    yield `${JSON.stringify({ ...offer, nextWithinMilliseconds: LOOK_AGAIN })}\n`;
  }
}
