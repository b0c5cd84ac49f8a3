// run: own server because it sets MILLRACE_MAIL_FROM and MILLRACE_OUTBOUND_ALLOW
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runJob } from '../../../../test/support/background.ts';
import { endRuns, startMailServer, startMessageReceiver, waitingMessages } from '../../../../test/support/notified.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const REPLACE = 'PUT /api/v1/notifications/subscriptions';
const [mailServer, receiver] = [await startMailServer(), await startMessageReceiver()];
// Without a worker, the test runs the jobs.
const server = await startTestServer({
  MILLRACE_ROLE: 'api',
  MILLRACE_SMTP_URL: mailServer.url,
  MILLRACE_MAIL_FROM: 'millrace@example.com',
  MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
  MILLRACE_OUTBOUND_ALLOW: 'loopback',
});
const { call, make, platform } = server;
const task = await make.task();
const LONG = 'x'.repeat(2000);

async function subscriber(...transports: object[]) {
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const body = { data: [{ kind: 'task.run.failed', transports }] };
  assert.equal((await call(REPLACE, { token: user.token, body })).status, 200);
  return user;
}
const run = (id: string): Promise<void> => runJob(platform, 'send-notification', { message: id });
/** Runs the jobs of all messages that wait. */
const sendAll = async (): Promise<void> => {
  for (const { id } of await waitingMessages(server)) await run(id);
};
const unsubscribe = (user: { token: string }) => call(REPLACE, { token: user.token, body: { data: [] } });

test('notifications.send.once', async () => {
  const user = await subscriber({ type: 'email' });
  await endRuns(server, task, { error: `</p><script>${LONG}`, execution: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11' });
  const [message] = await waitingMessages(server);
  assert.ok(message);
  const jobs = await platform.db.reader.rows<{ message: string }>(sql`
    select j.payload ->> 'message' as message
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-notification'`);
  assert.deepEqual(jobs, [{ message: message.id }]);
  await run(message.id);
  await run(message.id);
  const mails = mailServer.mails.filter(({ to }) => to === `${user.login}@example.com`);
  assert.equal(mails.length, 1);
  const [{ id, text, subject } = assert.fail()] = mails;
  assert.equal(id, `<${message.id}@example.com>`);
  assert.match(subject, /^Millrace: Task .* failed\.$/);
  assert.ok(text.includes('https://millrace.example.com/processing/executions/019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11/explanation'), text);
  assert.ok(!text.includes(LONG) && text.includes('&lt;script&gt;'), 'the error is cut, and no HTML');
  await unsubscribe(user);
});

test('a message is in the language of its account', async () => {
  const user = await subscriber({ type: 'email' }, { type: 'slack', url: `${receiver.url}/in-words` });
  const execution = '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a13';
  const link = `https://millrace.example.com/processing/executions/${execution}/explanation`;
  for (const [language, subject, lines] of [
    ['fr', /^La tâche .+ a échoué\.$/, [`Erreur\u{a0}: exit 1`, `Explication\u{a0}: ${link}`]],
    ['ja', /^タスク「.+」が失敗しました。$/, ['エラー：exit 1', `説明：${link}`]],
  ] as const) {
    await platform.db.writer.rows(sql`update account set preferred_language = ${language} where id = ${user.id}`);
    await endRuns(server, task, { execution, error: 'exit 1' });
    await sendAll();
    assert.match(receiver.posted.pop()?.body.text, subject);
    const text = mailServer.mails.findLast(({ to }) => to === `${user.login}@example.com`)?.text ?? '';
    for (const line of [...lines, `<html lang="${language}">`]) assert.ok(text.includes(line), `${line} in ${text}`);
  }
  await unsubscribe(user);
});

test('notifications.send.right', async () => {
  const user = await subscriber({ type: 'email' });
  await endRuns(server, task, {});
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${user.id}`);
  await sendAll();
  assert.ok(!mailServer.mails.some(({ to }) => to === `${user.login}@example.com`));
  assert.deepEqual(await waitingMessages(server), []);
  await unsubscribe(user);
});

test('notifications.send.guarded', async () => {
  const user = await subscriber({ type: 'webhook', url: 'http://169.254.169.254/latest' });
  await endRuns(server, task, {});
  const [message] = await waitingMessages(server);
  await assert.rejects(run(message?.id ?? ''), { code: 'ADDRESS_CLOSED' });
  await unsubscribe(user);
  const second = await subscriber({ type: 'webhook', url: `${receiver.url}/moved?token=secret` });
  await endRuns(server, task, {});
  receiver.answer.status = 302;
  const [moved] = await waitingMessages(server);
  await assert.rejects(run(moved?.id ?? ''), (error: Error) => error.message.includes('302') && !error.message.includes('secret'));
  assert.deepEqual(
    receiver.posted.map(({ path }) => path),
    ['/moved?token=secret'],
  );
  receiver.answer.status = 200;
  await run(moved?.id ?? '');
  assert.equal(receiver.posted.length, 2, 'a later try sends it');
  await unsubscribe(second);
});

test('messages have the forms of Slack, Teams and JSON', async () => {
  await platform.db.writer.rows(sql`update task set name = '<!channel> *load*' where id = ${task.id}`);
  const urlOf = (type: string) => ({ type, url: `${receiver.url}/${type}` });
  const user = await subscriber(urlOf('slack'), urlOf('teams'), urlOf('webhook'));
  await endRuns(server, task, { execution: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12', error: 'exit 1' });
  await sendAll();
  const bodyAt = (path: string) => receiver.posted.find((one) => one.path === path)?.body;
  const link = 'https://millrace.example.com/processing/executions/019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12/explanation';
  const slack = bodyAt('/slack');
  assert.equal(slack.text, 'Task &lt;!channel&gt; *load* failed.');
  assert.ok(slack.blocks[0].text.text.includes(`<${link}|Explanation>`) && slack.blocks[0].text.text.includes('Error: exit 1'));
  const { contentType, content } = bodyAt('/teams').attachments[0];
  assert.deepEqual([contentType, content.type], ['application/vnd.microsoft.card.adaptive', 'AdaptiveCard']);
  assert.deepEqual(content.actions, [{ type: 'Action.OpenUrl', title: 'Explanation', url: link }]);
  const [entry] = bodyAt('/webhook').entries;
  assert.deepEqual([entry.kind, entry.link, entry.error], ['task.run.failed', link, 'exit 1']);
  await unsubscribe(user);
});
