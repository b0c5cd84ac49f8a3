import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { and, sql, type Tx } from '../../../core/database/sql.ts';
import { listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Mail } from '../../../core/outbound/mail.ts';
import type { Actor } from '../../../identity/actor.ts';
import { addressedOf, requireNamedObject, replaceTransports, requireMailServer } from '../notifications/index.ts';
import { endSilently } from './incident-rows.ts';
import { ALERTS, INCIDENTS } from './records.ts';
import {
  insertAlert,
  knowsZone,
  lockAlert,
  lockAndCountAlerts,
  removeAlert,
  requirePeople,
  setSnooze,
  subscribeOwner,
  updateAlert,
} from './rows.ts';
import { readSnoozeEnd, requireBounds, requireQuietHours, requireRecipients, requireRoomForAlert, requireTarget } from './rules.ts';

/** Lists the alert rules of the caller. */
export const listAlerts = endpoint('GET /api/v1/alerts', {
  allow: 'signed-in',

  async run(call) {
    return listRecords(call, ALERTS, call.query);
  },
});

/**
 * Creates an alert rule.
 * @rule alerts.create.right
 */
export const createAlert = endpoint('POST /api/v1/alerts', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx, body } = call;
    requireTarget(body);
    requireBounds(body);
    await requireNamedObject(tx, actor, body, 'body');
    await requireValidRecipients(call, body);
    requireRoomForAlert(await lockAndCountAlerts(tx, actor));

    const id = newId();
    await insertAlert(tx, actor, id, body);
    await replaceTransports(call, { rule: id }, addressedOf(body.recipients.transports ?? []), { place: 'body.recipients.transports' });
    await subscribeOwner(tx, actor);
    return { status: 201, body: await readRecord(call, ALERTS, id) };
  },
});

/** Reads an alert rule of the caller. */
export const getAlert = endpoint('GET /api/v1/alerts/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, ALERTS, call.path.id) };
  },
});

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
    await requireValidRecipients(call, body);

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

/** Deletes an alert rule of the caller with its incidents. */
export const deleteAlert = endpoint('DELETE /api/v1/alerts/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const rule = await lockAlert(tx, actor, path.id);

    await removeAlert(tx, rule);
    await subscribeOwner(tx, actor);
    return { status: 204 };
  },
});

/** Silences an alert rule of the caller until a moment. */
export const snoozeAlert = endpoint('POST /api/v1/alerts/{id}/actions/snooze', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx, path, body } = call;
    const until = readSnoozeEnd(body.until);
    const rule = await lockAlert(tx, actor, path.id);

    await setSnooze(tx, rule, until);
    return { status: 200, body: await readRecord(call, ALERTS, rule.id) };
  },
});

/** Lists the incidents of the alert rules of the caller. */
export const listAlertIncidents = endpoint('GET /api/v1/alerts/incidents', {
  allow: 'signed-in',

  async run(call) {
    const { limit, next, prev, alertId, open } = call.query;
    return listRecords(
      call,
      INCIDENTS,
      { limit, next, prev },
      {
        only: and([
          alertId === undefined ? sql`true` : sql`i.rule_id = ${alertId}`,
          open === undefined ? sql`true` : sql`(i.ended_at is null) = ${open}`,
        ]),
        parameters: { alertId, open },
      },
    );
  },
});

/** Refuses recipients and quiet hours that a rule cannot have. */
async function requireValidRecipients(
  { tx, actor, settings: { mail } }: { tx: Tx; actor: Actor; settings: { mail: Mail | undefined } },
  { recipients, quietHours }: Pick<Schema<'AlertPatch'>, 'recipients' | 'quietHours'>,
): Promise<void> {
  if (recipients) requireRecipients(recipients);
  requireQuietHours(quietHours ?? undefined, !quietHours || (await knowsZone(tx, quietHours.zone)));
  if (recipients) await requirePeople(tx, actor, recipients.users ?? []);
  requireMailServer(mail, (recipients?.emails ?? []).length > 0);
}
