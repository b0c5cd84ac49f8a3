// isolation: own process, waiting because it starts whole programs
/** A task fails at night: one mail comes, the owner silences the rule, the task recovers, and the end is told. Three processes send and compare. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { sql } from '../../src/core/database/sql.ts';
import { Install } from '../support/install.ts';
import { endRuns, startMailServer } from '../support/notified.ts';
import { startPlanes } from '../support/planes.ts';

const key = randomBytes(32);
const mailServer = await startMailServer();
// This server is for the rows that the test makes; the processes do the rest.
const planes = await startPlanes(1, [key]);
const { make, db } = planes;
const server = planes.any();

const processes = ['first', 'second', 'third'].map(
  (name) =>
    new Install(join(planes.folder, name), {
      DATABASE_URL: planes.databaseUrl,
      MILLRACE_KEY: key.toString('base64'),
      MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
      MILLRACE_BLOB_FOLDER: join(planes.folder, 'blobs'),
      MILLRACE_SMTP_URL: mailServer.url,
      MILLRACE_MAIL_FROM: 'millrace@example.com',
      MILLRACE_ENGINE: 'none',
    }),
);
after(() => Promise.all(processes.map((one) => one.stop())));
for (const one of processes) await one.start();

const task = await make.task();
const owner = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
const address = `${owner.login}@example.com`;
const client = createClient({ baseUrl: processes[0]?.url ?? '', token: owner.token });
const subjects = (): string[] =>
  mailServer.mails.filter(({ to }) => to === address).map(({ subject }) => subject.replace(/ .* (?=\w+ ?\w*\.$)/, ' '));

test('a task fails at night, and the owner gets one mail, and one when it recovers', async () => {
  const { body: rule } = await client.call('POST /api/v1/alerts', {
    body: { name: 'Nightly load', condition: 'run_failed', taskId: task.id, recipients: { users: [owner.id] } },
  });
  const execution = '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11';
  await endRuns(server, task, { execution, error: 'The run ended with exit code 1.' });
  const mail = await mailServer.mailTo(address);
  assert.match(mail.subject, /failed\.$/);
  assert.ok(mail.text.includes(`https://millrace.example.com/processing/executions/${execution}/explanation`), mail.text);
  assert.ok(mail.text.includes('The run ended with exit code 1.'));

  await endRuns(server, task, {}, {});
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await client.call('POST /api/v1/alerts/{id}/actions/snooze', { path: { id: rule.id }, body: { until } });
  await endRuns(server, task, {});
  await endRuns(server, task, { status: 'ok' });
  assert.match((await mailServer.mailTo(address, 2)).subject, /succeeded again\.$/);
  const { body: incidents } = await client.call('GET /api/v1/alerts/incidents', { query: { alertId: rule.id } });
  assert.deepEqual(
    incidents.data.map(({ failures, endedAt }) => [failures, typeof endedAt]),
    [[4, 'string']],
  );
  assert.equal(subjects().length, 2, subjects().join('\n'));
  const { body: inbox } = await client.call('GET /api/v1/web-notifications');
  assert.equal(inbox.meta.unreadCount, 2);
});

test('three processes that see a lost engine open one incident', async () => {
  const engine = await make.engine({ environment: (await environmentOf(task.workspace)).environment });
  const { body: rule } = await client.call('POST /api/v1/alerts', {
    body: { name: 'Engine', condition: 'engine_lost', engineId: engine.id, recipients: { users: [owner.id] } },
  });
  const beat = (ago: string) => db.writer.rows(sql`update engine set last_beat_at = now() - ${ago}::interval where id = ${engine.id}`);
  await beat('5 minutes');
  assert.match((await mailServer.mailTo(address, 3)).subject, /sends no heartbeats\.$/);
  await beat('0');
  assert.match((await mailServer.mailTo(address, 4)).subject, /is back\.$/);
  const { body: incidents } = await client.call('GET /api/v1/alerts/incidents', { query: { alertId: rule.id } });
  assert.deepEqual([incidents.data.length, subjects().length], [1, 4], subjects().join('\n'));
});

const environmentOf = (workspace: string) =>
  db.reader.only<{ environment: string }>(sql`select environment_id as environment from workspace where id = ${workspace}`);
