// run: own process, waiting, in test:all because it starts whole programs
/** No log contains a token, key, password or content, whether calls succeed or fail. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { Browser } from '../support/browser.ts';
import { shellBundle } from '../support/bundles.ts';
import { finished, publishTask, startInstall, startRun } from '../support/install.ts';

const install = await startInstall({ MILLRACE_LOG_LEVEL: 'debug', MILLRACE_REQUEST_LOG: 'all' });
const client = await install.client();

it('the logs contain the requests, and no secrets', async () => {
  const secrets: Record<string, string> = { administrator: await install.token() };
  const { body: token } = await client.call('POST /account/personal-access-tokens', { body: { name: 'mine' } });
  secrets['personal token'] = token.token;
  secrets['credential of the engine'] = (await readFile(join(install.home, 'engine', 'built-in.credential'), 'utf8')).trim();
  secrets['key of the install'] = (await readFile(join(install.home, 'key'), 'utf8')).trim();
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspace = workspaces.find((one) => one.type === 'shared');
  assert.ok(workspace?.id && workspace.environment);

  secrets['password of a connection'] = 'swordfish-of-the-connection';
  const parameters = [{ name: 'password', value: secrets['password of a connection'], encrypted: true }];
  await client.call('POST /orchestration/connections', { body: { name: 'db', workspaceId: workspace.id, app: 'postgresql', parameters } });
  secrets['parameter of a task'] = 'parameter-4c1-of-the-task';
  secrets['line of a run'] = 'line-77f-of-the-run';
  const task = await publishTask(client, await shellBundle(`echo ${secrets['line of a run']}; exit 3`), {
    name: 'Speaks',
    parameters: { canary: secrets['parameter of a task'] },
  });
  const run = await finished(client, await startRun(client, task));
  assert.equal(run.executionStatus, 'EXECUTION_FAILED');
  const { body: engine } = await client.call('POST /processing/runtimes/remote-engines', {
    body: { name: 'Other', environmentId: workspace.environment.id },
  });
  secrets['pairing key'] = engine.preAuthorizedKey ?? assert.fail('it has one');

  // Refused and failed requests are logged with the most details.
  secrets['wrong token'] = 'mrp_wrongwrongwrongwrongwrong';
  secrets['broken body'] = 'broken-3e2-body';
  const refused = await fetch(`${install.url}/account/me?access_token=${secrets['personal token']}`, {
    headers: { authorization: `Bearer ${secrets['wrong token']}` },
  });
  assert.equal(refused.status, 401);
  const broken = await fetch(`${install.url}/orchestration/environments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets['personal token']}`, 'content-type': 'application/json' },
    body: `{"name": "${secrets['broken body']}`,
  });
  assert.equal(broken.status, 400);
  await fetch(`${install.url}/webhooks/${secrets['personal token']}`, { method: 'POST' });
  const tokenClient = createClient({ baseUrl: install.url, token: secrets['personal token'] });
  await assert.rejects(tokenClient.call('GET /processing/executions/{executionId}', { path: { executionId: crypto.randomUUID() } }));

  const link = new URL((await readFile(join(install.home, 'admin.link'), 'utf8')).trim());
  secrets['password link'] = link.searchParams.get('token') ?? assert.fail('it has a token');
  secrets['password'] = 'the passphrase 5d1 of the administrator';
  secrets['wrong password'] = 'a wrong passphrase 6e2 of the administrator';
  const browser = new Browser(install.url);
  const page = await browser.open(link.pathname + link.search);
  const set = await browser.send(page, { password: secrets['password'], repeated: secrets['password'] });
  assert.equal(set.status, 303);
  assert.equal((await browser.signIn('admin', secrets['wrong password'])).status, 403);
  assert.equal((await browser.signIn('admin', secrets['password'])).status, 303);
  for (const [name, value] of browser.cookies) secrets[`cookie ${name}`] = value;

  const logs = await Promise.all(['server.log', 'engine.log'].map((name) => readFile(join(install.home, 'logs', name), 'utf8')));
  assert.match(logs[0] ?? '', /"requestId":"[0-9a-f-]{36}","route":"POST \/orchestration\/connections","status":20[01],"duration":/);
  assert.match(logs[0] ?? '', /"route":"POST \/engine\/v1\/reports","status":200/);
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length >= 12, `${name} is too short for a search`);
    for (const log of logs) assert.ok(!log.includes(secret), `the ${name} is in a log`);
  }
});
