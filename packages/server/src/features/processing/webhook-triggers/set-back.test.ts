import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { setBack } from '../../../../test/support/set-back.ts';
import { webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { platform } = server;
const { db } = platform;
const hooks = webhookTriggersOf(server);
const close = () => runTimer(platform, 'close-windows');

test('webhook-triggers.group.set-back', async () => {
  const [timed, full] = [await hooks.task(), await hooks.task()];
  const [path, filled] = [await hooks.set(timed, { triggerTimeout: 30_000 }), await hooks.set(full, { triggerCalls: 2 })];
  await hooks.callAccepted(path, { text: 'one' });
  await hooks.callAccepted(filled, { text: 'waits for another one' });
  await setBack(platform);
  await runTimer(platform, 'watch-clock');
  await close();
  const waits = await db.reader.rows<{ seconds: number }>(sql`
    select extract(epoch from closes_at - now())::float8 as seconds
    from webhook_window
    order by closes_at`);
  assert.equal(waits.length, 2);
  assert.ok((waits[0]?.seconds ?? 0) <= 30 && (waits[1]?.seconds ?? 0) <= 86_400, 'no window is open for longer');
  await hooks.endWindows();
  await close();
  assert.equal((await hooks.executions(timed)).length + (await hooks.executions(full)).length, 2);
});
