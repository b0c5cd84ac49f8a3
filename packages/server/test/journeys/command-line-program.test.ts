// run: own process, waiting, in test:all because it starts whole programs
/** The command line as a program, on the machine of an install that is a program, too: how it starts and ends. Other journeys run it in their process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandLineOf, type CommandResult } from '../support/command-line.ts';
import { eventually, publishTask, startInstall } from '../support/install.ts';

const { install, folder, millrace, start } = await commandLineOf(await startInstall());
await publishTask(await install.client(), await shellBundle('sleep 600', { name: 'sleeper' }), { name: 'sleeper' });
assert.equal((await millrace(['plan', 'create', 'nightly', '--step', 'Sleep=sleeper'])).code, 0);

const tokenFile = join(folder, 'token');
await writeFile(tokenFile, 'mrp_token');

/** Starts a command, presses Ctrl-C when it has written a text, and returns what it wrote to stderr. */
async function interrupted(words: string[], text: RegExp): Promise<string> {
  const running = start(words);
  await eventually(`${words.join(' ')} writes ${String(text)}`, async () => (text.test(running.out + running.err) ? true : undefined));
  running.child.kill('SIGINT');
  if (running.child.exitCode === null) await once(running.child, 'close');
  assert.equal(running.child.exitCode, 130, running.err);
  return running.err;
}

/** Runs a command as a process. */
async function run(...words: string[]): Promise<CommandResult> {
  const running = start(words);
  const [code] = (await once(running.child, 'close')) as [number];
  return { code, out: running.out, err: running.err };
}

const statusOf = async (id: string): Promise<string> => JSON.parse((await millrace(['execution', 'show', id, '--json'])).out).status;

describe('the program', () => {
  it('finds the install of this machine, and ends with the exit code of the command', async () => {
    const me = await run('whoami', '--json');
    assert.deepEqual([me.code, me.err, JSON.parse(me.out).login], [0, '', 'admin']);
    assert.deepEqual(await run('task', 'list', '--jq', '.items[].name'), { code: 0, out: 'sleeper\n', err: '' });
    const unknown = await run('task', 'run', 'sleper', '--follow');
    assert.deepEqual([unknown.code, unknown.out], [4, '']);
    assert.match(unknown.err, /^millrace: There is no task "sleper"\. Known: sleeper\n?/);
    assert.equal((await run('no-such-command')).code, 2);
  });

  it('ends without a message when the reader of its output has closed the pipe', async () => {
    const running = start(['--help']);
    running.child.stdout?.destroy();
    const [code] = (await once(running.child, 'close')) as [number];
    assert.deepEqual([code, running.err], [0, '']);
  });
});

describe('Ctrl-C', () => {
  it('ends the following of a task, whose execution goes on', async () => {
    const err = await interrupted(['task', 'run', 'sleeper', '--follow'], /Engine .* starts/);
    const [, id = ''] = /Stopped following\. The execution goes on:\n {2}millrace execution logs (\S+) -f\n/.exec(err) ?? [];
    assert.equal(await statusOf(id), 'executing', err);
    assert.match(await interrupted(['execution', 'logs', id, '--follow'], /starts/), /The execution goes on:\n {2}millrace execution logs/);
    assert.equal((await millrace(['execution', 'stop', id, '--wait'])).code, 12);
  });

  it('ends the following of a plan, whose execution goes on', async () => {
    const err = await interrupted(['plan', 'run', 'nightly', '--follow'], /Sleep/);
    const [, id = ''] =
      /Stopped following\. The execution goes on:\n {2}millrace plan follow (\S+)\n {2}millrace plan stop \1/.exec(err) ?? [];
    assert.equal((await millrace(['plan', 'stop', id])).code, 0, err);
  });

  it('during a change says that the server may still do it, and during a read nothing', async () => {
    let called = (): void => undefined;
    const silentServer = createServer(() => called()).listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const url = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
    const call = async (method: string): Promise<string> => {
      const arrived = new Promise<void>((resolve) => (called = resolve));
      const running = start(['api', method, '/orchestration/workspaces', '--url', url, '--token-file', tokenFile]);
      await arrived;
      running.child.kill('SIGINT');
      await once(running.child, 'close');
      assert.equal(running.child.exitCode, 130, running.err);
      return running.err;
    };
    assert.equal(
      await call('POST'),
      'millrace: Interrupted during POST /orchestration/workspaces. The server may still do it, or have done it: look before you repeat the command.\n',
    );
    assert.equal(await call('GET'), '');
    silentServer.closeAllConnections();
    silentServer.close();
  });
});
