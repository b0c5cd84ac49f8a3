// run: own server because it sets MILLRACE_MAIL_FROM and MILLRACE_OUTBOUND_ALLOW
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runJob } from '../../../../test/support/background.ts';
import { endRuns, startMessageReceiver, waitingMessages } from '../../../../test/support/notified.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const receiver = await startMessageReceiver();
// Without a worker, the test runs the jobs. No server listens at the port of the mail server.
const server = await startTestServer({
  MILLRACE_ROLE: 'api',
  MILLRACE_SMTP_URL: 'smtp://127.0.0.1:9',
  MILLRACE_MAIL_FROM: 'millrace@example.com',
  MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
  MILLRACE_OUTBOUND_ALLOW: 'loopback',
});
const { call, make, platform } = server;
const task = await make.task();

/** The entries of an inbox about messages that could not be sent. */
const unsent = async ({ token }: { token: string }): Promise<Answer['body'][]> =>
  (await call('GET /api/v1/web-notifications', { token })).body.data.filter(
    ({ action }: { action: string }) => action === 'message.failed',
  );

/** Runs all attempts for the messages to one receiver. Returns their ids. */
async function tryAll(isMine: (receiver: string) => boolean = () => true): Promise<string[]> {
  const messages = (await waitingMessages(server)).filter((message) => isMine(message.receiver));
  for (const { id } of messages) {
    const run = () => runJob(platform, 'send-notification', { message: id });
    for (let tries = 1; tries < 8; tries += 1) await assert.rejects(run());
    await run();
    await run();
  }
  return messages.map(({ id }) => id);
}

test('notifications.send.unsent', async () => {
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const prefer = (language: string): Promise<unknown> =>
    platform.db.writer.rows(sql`update account set preferred_language = ${language} where id = ${user.id}`);
  await prefer('de');
  const { host } = new URL(receiver.url);
  const { body } = await call('PUT /api/v1/notifications/subscriptions', {
    token: user.token,
    body: { data: [{ kind: 'task.run.failed', transports: [{ type: 'slack', url: `${receiver.url}/secret` }] }] },
  });
  const [{ id: subscription, transports }] = body.data;
  const isMine = (one: string): boolean => one === transports[0].id;
  receiver.answer.status = 404;
  await endRuns(server, task, {});
  assert.equal((await tryAll(isMine)).length, 1);
  assert.equal(receiver.posted.length, 8, 'not tried again after it was given up');
  const [only, ...others] = await unsent(user);
  assert.deepEqual(others, []);
  assert.equal(only.body, `Eine Nachricht an ${host} konnte in 8 Versuchen nicht gesendet werden: der Empfänger antwortete mit 404.`);
  assert.deepEqual(
    [only.resourceType, only.resourceId, only.meta.href],
    ['subscription', subscription, 'https://millrace.example.com/api/v1/notifications/subscriptions'],
  );

  await endRuns(server, task, {}, {});
  assert.equal((await tryAll(isMine)).length, 1);
  assert.equal((await unsent(user)).length, 1, 'once a day');
  for (const [language, wanted] of [
    ['fr', `Un message à ${host} n’a pas pu être envoyé en 8 tentatives\u{a0}: le destinataire a répondu 404.`],
    ['ja', `${host}へのメッセージを8回試しましたが、送信できませんでした：受信側の応答は404でした。`],
  ] as const) {
    await prefer(language);
    await platform.db.writer.rows(sql`update notification_message set failed_at = failed_at - interval '25 hours'`);
    await endRuns(server, task, {});
    await tryAll(isMine);
    const written = (await unsent(user)).filter(({ body: text }) => text === wanted);
    assert.equal(written.length, 1, wanted);
  }
  assert.equal((await unsent(user)).length, 3);

  receiver.answer.status = 200;
  await endRuns(server, task, {});
  const [message] = await waitingMessages(server);
  await runJob(platform, 'send-notification', { message: message?.id });
  assert.deepEqual([(await waitingMessages(server)).filter((one) => one.id === message?.id), (await unsent(user)).length], [[], 3]);
  await call('PUT /api/v1/notifications/subscriptions', { token: user.token, body: { data: [] } });
});

test('the owner of a rule is notified of mails that the mail server does not accept', async () => {
  const owner = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const { status, body: rule } = await call('POST /api/v1/alerts', {
    token: owner.token,
    body: { name: 'Load', condition: 'run_failed', taskId: task.id, recipients: { emails: ['ops@example.com'] } },
  });
  assert.equal(status, 201, JSON.stringify(rule));
  await endRuns(server, task, {});
  assert.equal((await tryAll((one) => one === 'ops@example.com')).length, 1);
  const [only, ...others] = await unsent(owner);
  assert.deepEqual(others, []);
  assert.equal(only.body, 'A message to ops@example.com could not be sent in 8 tries: the mail server did not accept it.');
  assert.deepEqual([only.resourceType, only.resourceId], ['alert', rule.id]);
});
