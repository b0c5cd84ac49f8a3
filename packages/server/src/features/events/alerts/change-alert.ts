import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { addressedOf, replaceTransports } from '../notifications/index.ts';
import { lockAlert } from './access.ts';
import { checkRecipients } from './check-recipients.ts';
import { endSilently } from './incident-queries.ts';
import { updateAlert } from './queries.ts';
import { ALERTS } from './records.ts';
import { requireBounds } from './rules.ts';
import { subscribeOwner } from './subscribe.ts';

/** Changes an alert rule of the caller. The incidents of a rule that is disabled end without a message. */
export const changeAlert = endpoint('PATCH /api/v1/alerts/{id}', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx, path, body } = call;
    const rule = await lockAlert(tx, actor, path.id);
    requireBounds({
      condition: rule.condition,
      boundSeconds: after(body.boundSeconds, rule.bound_seconds),
      usualFactor: after(body.usualFactor, rule.usual_factor),
      successWithinSeconds: after(body.successWithinSeconds, rule.success_seconds),
    });
    await checkRecipients(call, body);

    await updateAlert(tx, rule, body);
    if (body.recipients) {
      const addressed = addressedOf(body.recipients.transports ?? []);
      await replaceTransports(call, { rule: rule.id }, addressed, { place: 'body.recipients.transports' });
    }
    if (body.enabled === false) await endSilently(tx, rule.id);
    await subscribeOwner(tx, actor);
    return { status: 200, body: await readRecord(call, ALERTS, rule.id) };
  },
});

/** The bound of the condition after a change. */
const after = (sent: number | null | undefined, before: number | null): number | undefined =>
  (sent === undefined ? before : sent) ?? undefined;
