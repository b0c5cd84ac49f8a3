import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { newId } from '../../../core/id.ts';
import { testServerUrl } from '../../../../test/support/database.ts';
import { asksFor, isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/connections/{connectionId}/test';
const SECRET = 'swordfish-7c1';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

const create = async (app: string, values: Record<string, string>): Promise<string> => {
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, encrypted: /password|token/.test(name) }));
  const body = { name: crypto.randomUUID(), workspaceId: workspace.id, app, parameters };
  return (await call('POST /orchestration/connections', { body })).body.id;
};
const tried = async (app: string, values: Record<string, string>): Promise<{ success: boolean; reason: string }> => {
  const { status, body } = await call(ROUTE, { path: { connectionId: await create(app, values) } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.doesNotMatch(JSON.stringify(body), new RegExp(SECRET), 'the answer holds the secret');
  return body;
};
const listen = async (one: Server): Promise<number> => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  after(() => one.close());
  return (one.address() as AddressInfo).port;
};

const database = new URL(testServerUrl());
const own = {
  host: database.hostname,
  port: database.port || '5432',
  database: database.pathname.slice(1),
  username: decodeURIComponent(database.username),
  password: decodeURIComponent(database.password),
};

/** Says 200 to whom it knows, and what it was told to everybody else, as an unkind server would. */
const web = createServer((request, response) => {
  const known = [`Bearer ${SECRET}`, `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`].includes(
    request.headers.authorization ?? '',
  );
  if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' });
  else response.statusCode = request.url === '/nothing' ? 404 : known ? 200 : 401;
  response.end(`you said ${request.headers.authorization}`);
});
const webPort = await listen(web);
const url = `http://127.0.0.1:${webPort}/`;

test('connections.test.reason: a database', async () => {
  assert.deepEqual(await tried('PostgreSQL', own), { success: true, reason: 'The database was opened.' });
  const cases: [Record<string, string>, RegExp][] = [
    [{ database: 'no_such_database' }, /no such database: check 'database'/],
    [{ host: '127.0.0.1', port: '1' }, /Nothing listens/],
    [{ host: '' }, /'host' is missing/],
    [{ database: '' }, /'database' is missing/],
    [{ username: '' }, /'username' is missing/],
    [{ port: 'http' }, /'port' is not a number/],
    [{ port: String(webPort), host: '127.0.0.1' }, /could not be opened|ended the conversation|in time/],
    [{ host: 'no-such-host.invalid' }, /name of the server is not known|name service does not answer/],
  ];
  for (const [changes, reason] of cases) {
    const result = await tried('postgresql', { ...own, password: SECRET, ...(own.password && { password: own.password }), ...changes });
    assert.equal(result.success, false, JSON.stringify(changes));
    assert.match(result.reason, reason);
  }
});

test('connections.test.reason: a web address', async () => {
  assert.equal((await tried('HTTP', { url, token: SECRET })).success, true);
  assert.equal((await tried('http', { url, username: 'me', password: SECRET })).success, true);
  assert.deepEqual(await tried('http', { url: `${url}moved`, token: SECRET }), { success: true, reason: 'The server answered 302.' });
  const cases: [Record<string, string>, RegExp][] = [
    [{ url, token: `${SECRET}x` }, /answered 401: check 'username'/],
    [{ url }, /answered 401/],
    [{ url: `${url}nothing`, token: SECRET }, /answered 404: check the address/],
    [{ url: 'http://127.0.0.1:1/', token: SECRET }, /Nothing listens|could not be opened/],
    [{ url: `http://me:${SECRET}@127.0.0.1/` }, /holds a user or a password/],
    [{ url: 'file:///etc/passwd' }, /begins with http/],
    [{ url: SECRET }, /begins with http/],
    [{}, /'url' is missing/],
    [{ url, token: `a\n${SECRET}` }, /could not be opened/],
  ];
  for (const [values, reason] of cases) {
    const result = await tried('http', values);
    assert.equal(result.success, false, JSON.stringify(values));
    assert.match(result.reason, reason);
  }
});

test('connections.test.reason: a database that refuses, and says more than it should', async () => {
  for (const [code, reason] of [
    ['28P01', /refused the user or the password/],
    ['28000', /does not let this user in/],
    ['XX000', /could not be opened \(XX000\)/],
  ] as const) {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mnot by ${SECRET}\0\0`);
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, fields])))));
    const result = await tried('postgres', { ...own, host: '127.0.0.1', port: String(port), password: SECRET });
    assert.equal(result.success, false);
    assert.match(result.reason, reason);
  }
});

test('connections.test.reason: a server that never answers', async () => {
  const held: Socket[] = [];
  const silent = await listen(createTcpServer((socket) => void held.push(socket)));
  const [database_, address] = await Promise.all([
    tried('postgresql', { ...own, host: '127.0.0.1', port: String(silent), password: SECRET }),
    tried('http', { url: `http://127.0.0.1:${silent}/`, token: SECRET }),
  ]);
  for (const socket of held) socket.destroy();
  for (const result of [database_, address]) {
    assert.equal(result.success, false);
    assert.match(result.reason, /did not answer in time/);
  }
});

test('connections.test.app', async () => {
  for (const app of ['Custom', 'smtp', 'constructor']) {
    const answer = await call(ROUTE, { path: { connectionId: await create(app, { password: SECRET }) } });
    isRefused(answer, 400, 'app_not_supported');
    assert.match(answer.body.message, /postgresql, postgres, http, https/);
  }
});

test('connections.create.permission: testing asks for what writing asks for', async () => {
  const connectionId = await create('http', { url, token: SECRET });
  const needs = { workspace: workspace.id, permission: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'], right: 'AUTHOR' } as const;
  await asksFor(server, needs, (token) => call(ROUTE, { token, path: { connectionId } }), 200);
  isRefused(await call(ROUTE, { path: { connectionId: newId() } }), 404, 'not_found');
});
