import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, it } from 'node:test';

import { runProgram } from './run-program.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
after(() => rm(folder, { recursive: true }));
const tokenFile = join(folder, 'token');
await writeFile(tokenFile, 'mrp_token');

it('shows the exit codes in its help, and ends it with code 0', async () => {
  const { code, stdout, stderr } = await run('--help');
  assert.equal(code, 0);
  assert.match(stdout, /Exit codes:\n {2}0 +success/);
  assert.equal(stderr, '');
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
    const { code, stdout } = await run(...command.split(' '), '--help');
    assert.equal(code, 0, command);
    assert.ok(stdout.startsWith(`Usage: millrace ${command} `), command);
    assert.match(stdout, new RegExp(`Examples:\n {2}.*millrace ${command}`), command);
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
    const { code, stderr, stdout } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, /^millrace: [^\n]+\n$/);
    assert.ok(!stderr.includes('s3cret'));
    assert.equal(stdout, '');
  }
});

it('asks before it destroys something, and without a terminal needs --yes', async () => {
  const args = ['task', 'delete', 'nightly', '--url', `http://127.0.0.1:${await closedPort()}`, '--token-file', tokenFile];
  const silent = await run(...args);
  assert.deepEqual([silent.code, silent.stdout], [2, '']);
  assert.equal(silent.stderr, 'millrace: millrace task delete asks before it starts, but there is no terminal. Add --yes.\n');
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
    assert.match(asked.stderr, /^millrace task delete nightly\nDelete a task; .*\nContinue\? \[y\/N\] millrace: /);
    assert.equal(asked.stderr.endsWith('Nothing was changed.\n'), code === 1);
  }
  assert.equal((await run('permission', 'remove', 'Shared', '--user', 'ada', '--dry-run', ...args.slice(3))).code, 5);
});

it('ends with code 5 and names the address when the server cannot be reached', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const { code, stderr } = await run('whoami', '--url', url, '--token-file', '-');
  assert.equal(code, 5);
  assert.ok(stderr.startsWith(`millrace: No answer from ${url}: connect ECONNREFUSED`), stderr);
  assert.equal(stderr.indexOf('\n'), stderr.length - 1);
});

it('without a token ends with code 5 where the server cannot be reached, and with code 3 where it asks for a login', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const unreachable = await run('execution', 'list', '--url', url);
  assert.equal(unreachable.code, 5);
  assert.ok(unreachable.stderr.startsWith(`millrace: No answer from ${url}: connect ECONNREFUSED`), unreachable.stderr);
  assert.match((await run('whoami')).stderr, /^millrace: No server is known\./);
  assert.equal((await run('whoami')).code, 5);
  const server = createHttpServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"status":401,"detail":"not_signed_in","message":"Sign in"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await run('execution', 'list', '--url', address);
  server.close();
  assert.equal(code, 3);
  assert.equal(stderr, `millrace: Not signed in to ${address}. Sign in with \`millrace login --url ${address}\`.\n`);
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
  const { code, stderr } = await run('whoami', '--url', url, '--token-file', '-');
  const chosen = await run('api', 'GET', '/account/me', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 1, stderr);
  assert.match(
    stderr,
    /^millrace: The server at \S+ is version 0\.0\.9 and has no operation GET \/account\/me, which version \S+ of this command needs\. Upgrade the server, or use the command line of its version\.\n$/,
  );
  assert.deepEqual([chosen.code, /There is no operation GET \/account\/me/.test(chosen.stderr)], [4, true], chosen.stderr);
});

it('with the same version says that the address is not that of the API', async () => {
  const { stdout: version } = await run('--version');
  const server = createHttpServer(({ url }, response) => {
    const unknown = { status: 404, message: `There is no operation GET ${url}.`, detail: 'route_unknown' };
    response
      .writeHead(url === '/healthz' ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(url === '/healthz' ? { status: 'ok', version: version.trim() } : unknown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await run('whoami', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 1, stderr);
  assert.match(stderr, /, but has no operation GET \/account\/me at this address\. Check the address: the API may have another port\.\n$/);
});

it('says that there is no TLS at an address that begins with https://', async () => {
  const server = createHttpServer((_request, response) => void response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await run('whoami', '--url', url, '--token-file', '-');
  server.close();
  assert.equal(code, 5);
  assert.equal(
    stderr,
    `millrace: No answer from ${url}: there is no TLS at this address; it may have to begin with http://. Check the address and that the server is running.\n`,
  );
});

it('names the allowed word that is nearest to a wrong one', async () => {
  for (const [words, hint] of [
    [['role', 'create', 'r', '--permission', 'SVC_OPERATR'], 'Did you mean SVC_OPERATOR?'],
    [['permission', 'add', 'Shared', 'VEIW', '--user', 'ada'], 'Did you mean VIEW?'],
  ] as const) {
    const { code, stderr } = await run(...words);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^millrace: .* is invalid.* Allowed choices are .*\n$/);
    assert.ok(stderr.endsWith(` ${hint}\n`), stderr);
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

function run(...args: string[]) {
  return runWith(Readable.from(['mrp_token']), {}, args);
}

/** Runs a command on a terminal on which a person types. */
function runOn(typed: string, ...args: string[]) {
  return runWith(Object.assign(Readable.from([typed]), { isTTY: true }), { isTTY: true }, args);
}

async function runWith(stdin: Readable, terminal: { isTTY?: boolean }, args: readonly string[]) {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), terminal);
  const { signal } = new AbortController();
  const env = { HOME: '/does/not/exist' };
  const code = await runProgram(args, { env, stdin, stdout, stderr, signal, exitCode: 0 });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}
