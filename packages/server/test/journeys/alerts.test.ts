// run: own process, waiting, in test:all because it starts whole programs
/**
 * A task fails at night: one mail and one webhook are sent, the owner silences the rule, the task succeeds again, and the end is reported. The task runs
 * on a real engine; three processes send messages and compare conditions.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { Webhook } from 'standardwebhooks';
import { sql } from '../../src/core/database/sql.ts';
import { TestAuthority } from '../support/authority.ts';
import { shellBundle } from '../support/bundles.ts';
import { eventually, finished, Install, publishTask } from '../support/install.ts';
import { startMailServer } from '../support/notified.ts';
import { startControlPlanes } from '../support/control-planes.ts';
import { startReceiver } from '../support/receiver.ts';

const key = randomBytes(32);
const SECRET = 'the-secret-of-the-receiver-at-night';
const mailServer = await startMailServer();
// The test uses this server to create rows; the processes do everything else.
const controlPlanes = await startControlPlanes(1, [key]);
const { make, db } = controlPlanes;
const authority = await TestAuthority.make();
const authorities = join(controlPlanes.folder, 'receivers.pem');
await writeFile(authorities, authority.cert);
const receiver = await startReceiver(await authority.certify());

const processes = ['first', 'second', 'third'].map(
  (name, index) =>
    new Install(join(controlPlanes.folder, name), {
      DATABASE_URL: controlPlanes.databaseUrl,
      MILLRACE_KEY: key.toString('base64'),
      MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
      MILLRACE_BLOB_FOLDER: join(controlPlanes.folder, 'blobs'),
      MILLRACE_SMTP_URL: mailServer.url,
      MILLRACE_MAIL_FROM: 'millrace@example.com',
      MILLRACE_WEBHOOK_CA: authorities,
      MILLRACE_WEBHOOK_NETWORKS: 'loopback',
      MILLRACE_ENGINE: index === 0 ? 'built-in' : 'none',
      MILLRACE_UNISOLATED_TASKS: 'allow',
    }),
);
after(() => Promise.all(processes.map((process) => process.stop())));
for (const install of processes) await install.start();

const administrator = createClient({ baseUrl: processes[1]?.url ?? '', token: await make.administratorToken() });
const script = 'test "$database" = up || { echo "The database is away" >&2; exit 1; }';
const bundle = await shellBundle(script, { parameters: [{ name: 'database' }], environment: ['database'] });
const task = await publishTask(administrator, bundle, { name: 'load-airports', parameters: { database: 'up' } });
const { body: found } = await administrator.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task } });
const workspace = found.workspace?.id ?? assert.fail('the task has no workspace');
const owner = await make.user({ rights: { [workspace]: ['VIEW'] } });
const address = `${owner.login}@example.com`;
const client = createClient({ baseUrl: processes[0]?.url ?? '', token: owner.token });
const subjects = (): string[] =>
  mailServer.mails.filter(({ to }) => to === address).map(({ subject }) => subject.replace(/ .* (?=\w+ ?\w*\.$)/, ' '));

/** Runs the task to its end; it fails while the database is away. */
async function run(database: 'up' | 'away') {
  const { body } = await administrator.call('POST /processing/executions', { body: { executable: task, parameters: { database } } });
  const execution = await finished(administrator, body.executionId);
  assert.equal(execution.executionStatus, database === 'up' ? 'EXECUTION_SUCCESS' : 'EXECUTION_FAILED', execution.errorMessage);
  return execution;
}

/** Waits for a number of requests to the receiver, and returns the data of all, verified by a library of receivers. */
async function delivered(count: number) {
  await eventually(`${count} webhooks`, async () => (receiver.received.length >= count ? true : undefined));
  const verifier = new Webhook(`whsec_${Buffer.from(SECRET).toString('base64')}`);
  return receiver.received.map(({ body, headers }) => {
    const { data } = verifier.verify(body, headers as Record<string, string>) as { data: { executionId: string; status: string } };
    return [data.executionId, data.status];
  });
}

test('a task fails at night: the owner gets one mail and one webhook, and another mail when it succeeds again', async () => {
  const recipients = { users: [owner.id] };
  const { body: rule } = await client.call('POST /api/v1/alerts', {
    body: { name: 'Nightly load', condition: 'run_failed', taskId: task, recipients },
  });
  const eventTypes = ['com.service.v1.task.run.finished'];
  await client.call('POST /api/v1/webhooks', {
    body: { name: 'Nightly load', url: receiver.url, level: 'user', enabled: true, eventTypes, secret: SECRET },
  });

  const night = await run('away');
  const mail = await mailServer.mailTo(address);
  assert.match(mail.subject, /failed\.$/);
  assert.ok(mail.text.includes(`https://millrace.example.com/processing/executions/${night.executionId}/explanation`), mail.text);
  assert.ok(mail.text.includes('The database is away'), mail.text);
  assert.deepEqual(await delivered(1), [[night.executionId, 'error']]);

  const until = new Date(Date.now() + 3_600_000).toISOString();
  await client.call('POST /api/v1/alerts/{id}/actions/snooze', { path: { id: rule.id }, body: { until } });
  const again = await run('away');
  const morning = await run('up');
  assert.match((await mailServer.mailTo(address, 2)).subject, /succeeded again\.$/);
  assert.deepEqual(await delivered(3), [
    [night.executionId, 'error'],
    [again.executionId, 'error'],
    [morning.executionId, 'ok'],
  ]);
  const { body: incidents } = await client.call('GET /api/v1/alerts/incidents', { query: { alertId: rule.id } });
  assert.deepEqual(
    incidents.data.map(({ failures, endedAt }) => [failures, typeof endedAt]),
    [[2, 'string']],
  );
  assert.equal(subjects().length, 2, subjects().join('\n'));
  assert.equal(receiver.received.length, 3, 'each event was sent once');
  const { body: inbox } = await client.call('GET /api/v1/web-notifications');
  assert.equal(inbox.meta.unreadCount, 2);
});

test('three processes that see a lost engine open one incident', async () => {
  const engine = await make.engine({ environment: (await environmentOf(workspace)).environment });
  const { body: rule } = await client.call('POST /api/v1/alerts', {
    body: { name: 'Engine', condition: 'engine_lost', engineId: engine.id, recipients: { users: [owner.id] } },
  });
  const setHeartbeat = (ago: string) =>
    db.writer.rows(sql`update engine set last_beat_at = now() - ${ago}::interval where id = ${engine.id}`);
  await setHeartbeat('5 minutes');
  assert.match((await mailServer.mailTo(address, 3)).subject, /sends no heartbeats\.$/);
  await setHeartbeat('0');
  assert.match((await mailServer.mailTo(address, 4)).subject, /is back\.$/);
  const { body: incidents } = await client.call('GET /api/v1/alerts/incidents', { query: { alertId: rule.id } });
  assert.deepEqual([incidents.data.length, subjects().length], [1, 4], subjects().join('\n'));
});

const environmentOf = (workspace: string) =>
  db.reader.only<{ environment: string }>(sql`select environment_id as environment from workspace where id = ${workspace}`);
