import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findCalled } from './rows.ts';
import { groupsCalls, itemOf, maxBytesOf, requireRate, TEXT_TYPES, unknownUrl } from './rules.ts';
import { startAtOnce } from './starts.ts';
import { closeFull, storeGroupedCalls } from './windows.ts';

/**
 * Accepts a call of a webhook. The call is stored before the answer: as an execution, or as a call that waits for an execution. In place of a
 * transaction, concurrent calls share two statements: one for the look-up, and one that writes.
 * @rule webhook-triggers.call.answer
 */
export const callWebhookTrigger = endpoint('POST /webhooks/triggers/{secret}', {
  allow: 'public',
  transaction: 'none',

  async run(call) {
    const { batcher, identity, path } = call;
    const { limits, needsMakers: needsMaker } = call.settings;
    const trigger = await findCalled(batcher, identity.tokens, path.secret);
    requireRate(call.process.rateLimiter.take(trigger.id, limits.callsPerMinute));
    const maxBytes = maxBytesOf(trigger, limits.callBytes);
    const body = await call.text({ types: TEXT_TYPES, maxBytes });
    const item = itemOf(body);

    if (!groupsCalls(trigger)) {
      const started = await batcher.run(startAtOnce, {
        ...trigger,
        set_by_id: needsMaker ? trigger.set_by_id : null,
        id: newId(),
        payload: `[${item}]`,
      });
      if (!started) throw unknownUrl();
      return { status: 202, body: { executionId: started.id }, wake: started.environments };
    }
    const window = await batcher.run(storeGroupedCalls, { trigger: trigger.id, item, bytes: body.bytes, maxBytes, needsMaker });
    if (!window) throw unknownUrl();
    if (window.isFull) await closeFull(call, window.id);
    return { status: 202, body: { executionId: window.id } };
  },
});
