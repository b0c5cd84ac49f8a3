import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockAlert } from './access.ts';
import { setSnooze } from './queries.ts';
import { ALERTS } from './records.ts';
import { snoozeEnd } from './rules.ts';

/** Silences an alert rule of the caller until a moment. */
export const snoozeAlert = endpoint('POST /api/v1/alerts/{id}/actions/snooze', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx, path, body } = call;
    const until = snoozeEnd(body.until);
    const rule = await lockAlert(tx, actor, path.id);

    await setSnooze(tx, rule, until);
    return { status: 200, body: await readRecord(call, ALERTS, rule.id) };
  },
});
