// run: own process because it moves the clock of timers
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';

import { runCommand } from './run-program.fixture.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
after(() => rm(folder, { recursive: true }));
const tokenFile = join(folder, 'token');
await writeFile(tokenFile, 'mrp_token');

const run = (...words: string[]) => runCommand(words, { stdin: 'mrp_token' });
/** Runs a command on a terminal on which a person types. */
const runOn = (typed: string, ...words: string[]) => runCommand(words, { typed });

it('shows the exit codes in its help, and ends it with code 0', async () => {
  const { code, out, err } = await run('--help');
  assert.equal(code, 0);
  assert.match(out, /Exit codes:\n {2}0 +success/);
  assert.equal(err, '');
});

it('has a help with examples for every command', async () => {
  const commands = [
    'login',
    'logout',
    'whoami',
    'artifact publish',
    'artifact list',
    'bundle run',
    'task create',
    'task run',
    'task list',
    'execution list',
    'execution show',
    'execution logs',
    'execution stop',
    'explain',
    'engine pair',
    'engine list',
    'environment list',
    'workspace list',
  ];
  for (const command of commands) {
    const { code, out } = await run(...command.split(' '), '--help');
    assert.equal(code, 0, command);
    assert.ok(out.startsWith(`Usage: millrace ${command} `), command);
    assert.match(out, new RegExp(`Examples:\n {2}.*millrace ${command}`), command);
  }
});

it('reports wrong usage in one line and with code 2', async () => {
  for (const args of [
    ['task', 'lst'],
    ['task', 'create', 'x'],
    ['execution', 'list', '--limit', '0'],
    ['task', 'run', 'x', '--parameter', 's3cret'],
    ['task', 'list', '-o', 'xml'],
    ['task', 'list', '--json', '-o', 'yaml'],
    ['task', 'list', '--jq', '.items', '-o', 'name'],
    ['task', 'list', '--jq', '.items |'],
    ['task', 'list', '--columns', ','],
    ['task', 'list', '--columns', 'id', '--json'],
  ]) {
    const { code, err, out } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, /^millrace: [^\n]+\n$/);
    assert.ok(!err.includes('s3cret'));
    assert.equal(out, '');
  }
});

it('asks before it destroys something, and without a terminal needs --yes', async () => {
  const args = ['task', 'delete', 'nightly', '--url', `http://127.0.0.1:${await closedPort()}`, '--token-file', tokenFile];
  const silent = await run(...args);
  assert.deepEqual([silent.code, silent.out], [2, '']);
  assert.equal(silent.err, 'millrace: millrace task delete asks before it starts, but there is no terminal. Add --yes.\n');
  // The calls that follow a yes find no server.
  assert.equal((await run(...args, '--yes')).code, 5);
  for (const [answer, code] of [
    ['y\n', 5],
    ['YES\n', 5],
    ['n\n', 1],
    ['\n', 1],
    ['', 1],
  ] as const) {
    const asked = await runOn(answer, ...args);
    assert.equal(asked.code, code, answer);
    assert.match(asked.err, /^millrace task delete nightly\nDelete a task; .*\nContinue\? \[y\/N\] millrace: /);
    assert.equal(asked.err.endsWith('Nothing was changed.\n'), code === 1);
  }
  assert.equal((await run('permission', 'remove', 'Shared', '--user', 'ada', '--dry-run', ...args.slice(3))).code, 5);
});

it('ends with code 5 and names the address when the server cannot be reached', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const { code, err } = await run('whoami', '--url', url, '--token-file', '-');
  assert.equal(code, 5);
  assert.ok(err.startsWith(`millrace: No answer from ${url}: connect ECONNREFUSED`), err);
  assert.equal(err.indexOf('\n'), err.length - 1);
});

it('without a token ends with code 5 where the server cannot be reached, and with code 3 where it asks for a login', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const unreachable = await run('execution', 'list', '--url', url);
  assert.equal(unreachable.code, 5);
  assert.ok(unreachable.err.startsWith(`millrace: No answer from ${url}: connect ECONNREFUSED`), unreachable.err);
  assert.match((await run('whoami')).err, /^millrace: No server is known\./);
  assert.equal((await run('whoami')).code, 5);
  const server = createHttpServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"status":401,"detail":"not_signed_in","message":"Sign in"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run('execution', 'list', '--url', address);
  server.close();
  assert.equal(code, 3);
  assert.equal(err, `millrace: Not signed in to ${address}. Sign in with \`millrace login --url ${address}\`.\n`);
});

it('says that a server of another version lacks the operation, with both versions', async () => {
  const unknown = {
    '/account/me': '{"status":404,"message":"There is no operation GET /account/me.","detail":"route_unknown"}',
    '/healthz': '{"status":"ok","version":"0.0.9"}',
  };
  const server = createHttpServer(({ url }, response) => {
    response
      .writeHead(url === '/healthz' ? 200 : 404, { 'content-type': 'application/json' })
      .end(unknown[url as keyof typeof unknown] ?? '{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run('whoami', '--url', url, '--token-file', '-');
  const chosen = await run('api', 'GET', '/account/me', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 1, err);
  assert.match(
    err,
    /^millrace: The server at \S+ is version 0\.0\.9 and has no operation GET \/account\/me, which version \S+ of this command needs\. Upgrade the server, or use the command line of its version\.\n$/,
  );
  assert.deepEqual([chosen.code, /There is no operation GET \/account\/me/.test(chosen.err)], [4, true], chosen.err);
});

it('with the same version says that the address is not that of the API', async () => {
  const { out: version } = await run('--version');
  const server = createHttpServer(({ url }, response) => {
    const unknown = { status: 404, message: `There is no operation GET ${url}.`, detail: 'route_unknown' };
    response
      .writeHead(url === '/healthz' ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(url === '/healthz' ? { status: 'ok', version: version.trim() } : unknown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run('whoami', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 1, err);
  assert.match(err, /, but has no operation GET \/account\/me at this address\. Check the address: the API may have another port\.\n$/);
});

it('ends with code 5 and says so when a server accepts a call and never answers it', async (t) => {
  const id = '01985b5e-7d5c-7000-8000-2d3c5a9f1b42';
  for (const [words, milliseconds, message] of [
    [['whoami'], 60_000, 'No answer from URL to GET /account/me within 60 s.'],
    [
      ['api', 'POST', '/processing/executions', '-f', `executable=${id}`],
      240_000,
      'No answer from URL to POST /processing/executions within 240 s. The server may still do it, or have done it: look before you repeat the command.',
    ],
    [
      ['execution', 'wait', id, '--seconds', '1'],
      6000,
      `The server at URL did not answer in time whether execution ${id} has ended. The execution goes on.`,
    ],
  ] as const) {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const server = createHttpServer(() => ask()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ended = run(...words, '--url', url, '--token-file', tokenFile);
    await asked;
    t.mock.timers.tick(milliseconds);
    t.mock.timers.reset();
    const { code, out, err } = await ended;
    server.closeAllConnections();
    server.close();
    assert.deepEqual([code, out], [5, ''], err);
    const advice = words[0] === 'execution' ? 'Check that the server is running.' : 'Check the address and that the server is running.';
    assert.equal(err, `millrace: ${message.replace('URL', url)} ${advice}\n`);
  }
});

it('says that there is no TLS at an address that begins with https://', async () => {
  const server = createHttpServer((_request, response) => void response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run('whoami', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 5);
  assert.equal(
    err,
    `millrace: No answer from ${url}: there is no TLS at this address; it may have to begin with http://. Check the address and that the server is running.\n`,
  );
});

it('names an address that a file does not have, and not a token', async () => {
  const empty = join(folder, 'empty');
  await writeFile(empty, '\n');
  const server = ['--url', `http://127.0.0.1:${await closedPort()}`, '--token-file', tokenFile];
  for (const words of [
    ['alert', 'create', 'Nightly', '--slack-file', empty],
    ['project', 'create', 'Invoices', '--address-file', empty],
  ]) {
    const { code, err } = await run(...words, ...server);
    assert.deepEqual([code, err], [2, 'millrace: The address is empty, or holds blanks or other characters that it cannot have.\n']);
  }
});

it('names the allowed word that is nearest to a wrong one', async () => {
  for (const [words, hint] of [
    [['role', 'create', 'r', '--permission', 'SVC_OPERATR'], 'Did you mean SVC_OPERATOR?'],
    [['permission', 'add', 'Shared', 'VEIW', '--user', 'ada'], 'Did you mean VIEW?'],
  ] as const) {
    const { code, err } = await run(...words);
    assert.equal(code, 2, err);
    assert.match(err, /^millrace: .* is invalid.* Allowed choices are .*\n$/);
    assert.ok(err.endsWith(` ${hint}\n`), err);
  }
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
