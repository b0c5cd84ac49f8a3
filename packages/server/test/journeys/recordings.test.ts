// run: own process, waiting, in test:all because it starts whole programs
// tries `npm run record`, `npm run replay`
/** Records the answers of a server by `npm run record`, and answers with them by `npm run replay`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shellBundle, upload } from '../support/bundles.ts';
import { runCommand } from '../support/command.ts';
import { callDouble } from '../support/double.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const token = await server.make.administratorToken();
const folder = await mkdtemp(join(tmpdir(), 'millrace-recordings-'));
after(() => rm(folder, { recursive: true, force: true }));
const answers = join(folder, 'answers');
const settings = { MILLRACE_HOME: join(folder, 'home'), MILLRACE_PORT: '0' };

type Program = { url: string; output(): string; stop(): Promise<number | null> };

/** Starts `npm run record` or `npm run replay`. */
async function start(name: 'record' | 'replay', args: readonly string[]): Promise<Program> {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...programEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /Serving on (http\S+) /.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
  });
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    return child.exitCode;
  };
  after(stop);
  return { url, output: () => output, stop };
}

async function send(url: string, operation: string, body?: unknown) {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

const NEW_ACCOUNT = { name: 'recorded robot', permissions: ['SVC_OPERATOR'] };
/** Sends the requests of a client, in this order. The list is requested twice, with another answer the second time. */
async function session(url: string, query = 'limit=5&name=x') {
  const before = await send(url, 'GET /account/service-accounts');
  const created = await send(url, 'POST /account/service-accounts', NEW_ACCOUNT);
  const listed = await send(url, 'GET /account/service-accounts');
  const missing = await send(url, `GET /account/service-accounts/${crypto.randomUUID().replace(/^./, 'f')}`);
  const artifacts = await send(url, `GET /orchestration/artifacts?${query}`);
  return { before, created, listed, missing, artifacts };
}

let secret = '';

it('passes requests on, and records their answers without credentials', async () => {
  const recorder = await start('record', [server.url, answers]);
  const { before, created, listed, missing, artifacts } = await session(recorder.url);
  assert.deepEqual([before.status, created.status, listed.status, missing.status, artifacts.status], [200, 201, 200, 404, 200]);
  secret = created.body.secret;
  assert.match(secret, /^mrs_/);
  assert.equal(listed.body.length, before.body.length + 1);
  const form = upload({ artifact: { workspaceId: crypto.randomUUID(), name: 'x' } }, await shellBundle('exit 0'));
  const refused = await fetch(`${recorder.url}/orchestration/artifacts`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(refused.status, 404, 'the upload has reached the server, which does not know the workspace');
  assert.equal((await send(recorder.url, 'GET /docs')).status, 200);
  assert.match(recorder.output(), /not recorded: a GET that is no operation of the API/);
  assert.equal(await recorder.stop(), 0);

  const names = (await readdir(answers)).toSorted();
  assert.deepEqual(names.slice(0, 3), [
    '0001-get-account-service-accounts.json',
    '0002-post-account-service-accounts.json',
    '0003-get-account-service-accounts.json',
  ]);
  assert.equal(names.length, 6);
  const texts = await Promise.all(names.map((name) => readFile(join(answers, name), 'utf8')));
  for (const text of [...texts, recorder.output()]) {
    assert.ok(!text.includes(token));
    assert.ok(!text.includes(secret));
  }
});

it('answers with the recordings, in the order in which they were made', async () => {
  const player = await start('replay', [answers]);
  assert.match(player.output(), /^6 recordings$/m);
  const { before, created, listed, artifacts } = await session(player.url, 'name=x&limit=5');
  assert.deepEqual([before.status, created.status, listed.status, artifacts.status], [200, 201, 200, 200]);
  assert.deepEqual([created.body.name, created.body.secret], ['recorded robot', '***']);
  assert.equal(created.location, `/account/service-accounts/${created.body.id}`);
  assert.ok(!JSON.stringify(before.body).includes(created.body.id));
  assert.ok(JSON.stringify(listed.body).includes(created.body.id));
  assert.deepEqual(await send(player.url, 'GET /account/service-accounts'), listed, 'the last answer is repeated');
});

it('says that nothing is recorded, and names a similar recording', async () => {
  const player = await start('replay', [answers]);
  const other = await send(player.url, 'POST /account/service-accounts', { ...NEW_ACCOUNT, name: 'another' });
  assert.equal(other.status, 501);
  assert.match(other.body.message, /^Nothing is recorded for POST .*0002-post-account-service-accounts\.json/);
  const unknown = await send(player.url, 'DELETE /account/groups/5');
  assert.equal(unknown.status, 501);
  assert.match(unknown.body.message, /No recording has this method and path/);
});

it('makes faults in front of recordings', async () => {
  const player = await start('replay', [answers]);
  await callDouble(player.url, 'PUT faults', { faults: [{ path: '/account/*', times: 1, status: 503 }] });
  const statuses = [];
  for (let call = 0; call < 2; call += 1) statuses.push((await send(player.url, 'GET /account/service-accounts')).status);
  assert.deepEqual(statuses, [503, 200]);
  assert.equal((await callDouble(player.url, 'GET clock')).status, 404);
});

it('says that a service does not answer', async () => {
  const recorder = await start('record', ['http://127.0.0.1:1', join(folder, 'empty')]);
  const { status, body } = await send(recorder.url, 'GET /account/me');
  assert.equal(status, 502);
  assert.match(body.message, /does not answer/);
  assert.deepEqual(await readdir(join(folder, 'empty')), []);
});

it('refuses wrong arguments', async () => {
  await writeFile(join(folder, '0001-broken.json'), '{}');
  for (const [name, args, message] of [
    ['record', ['ftp://example.com', 'x'], /The address of the service is not one/],
    ['record', [server.url], /Name a service and a folder/],
    ['replay', [], /Name a folder/],
    ['replay', [join(folder, 'missing')], /is no folder/],
    ['replay', [folder], /0001-broken\.json is no recording/],
  ] as const) {
    const { code, errors } = await runCommand(name, args, settings);
    assert.equal(code, 1, name);
    assert.match(errors, message);
  }
  const elsewhere = await runCommand('replay', [answers], { ...settings, MILLRACE_HOST: '0.0.0.0' });
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.errors, /unset MILLRACE_HOST/);
});
