import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { it } from 'node:test';

import { runProgram } from './run-program.ts';

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
  for (const words of [
    ['task', 'lst'],
    ['task', 'create', 'x'],
    ['execution', 'list', '--limit', '0'],
    ['task', 'run', 'x', '--parameter', 's3cret'],
  ]) {
    const { code, stderr, stdout } = await run(...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, /^millrace: [^\n]+\n$/);
    assert.ok(!stderr.includes('s3cret'));
    assert.equal(stdout, '');
  }
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
  const away = await run('execution', 'list', '--url', url);
  assert.equal(away.code, 5);
  assert.ok(away.stderr.startsWith(`millrace: No answer from ${url}: connect ECONNREFUSED`), away.stderr);
  assert.match((await run('whoami')).stderr, /^millrace: No server is known\./);
  assert.equal((await run('whoami')).code, 5);
  const server = createHttpServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"status":401,"detail":"not_signed_in","message":"Sign in"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await run('execution', 'list', '--url', there);
  server.close();
  assert.equal(code, 3);
  assert.equal(stderr, `millrace: Not signed in to ${there}. Sign in with \`millrace login --url ${there}\`.\n`);
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function run(...words: string[]) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const { signal } = new AbortController();
  const env = { HOME: '/does/not/exist' };
  const code = await runProgram(words, { env, stdin: Readable.from(['mrp_token']), stdout, stderr, signal, exitCode: 0 });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}
