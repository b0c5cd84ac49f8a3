// run: own process, waiting, in test:all because it starts whole programs
/** Ctrl-C in commands that wait, as processes on the machine of an install: they say which work continues on the server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';
import { eventually, publishTask } from '../support/install.ts';

const { install, folder, millrace, start } = await startCommandLine();
await publishTask(await install.client(), await shellBundle('sleep 600', { name: 'sleeper' }), { name: 'sleeper' });
assert.equal((await millrace(['plan', 'create', 'nightly', '--step', 'Sleep=sleeper'])).code, 0);

const tokenFile = join(folder, 'token');
await writeFile(tokenFile, 'mrp_token');

/** Starts a command, presses Ctrl-C when it has written a text, and returns what it wrote to stderr. */
async function interrupted(words: string[], text: RegExp): Promise<string> {
  const running = start(words);
  await eventually(`${words.join(' ')} writes ${String(text)}`, async () => (text.test(running.out + running.err) ? true : undefined));
  running.process.kill('SIGINT');
  if (running.process.exitCode === null) await once(running.process, 'close');
  assert.equal(running.process.exitCode, 130, running.err);
  return running.err;
}

const statusOf = async (id: string): Promise<string> => JSON.parse((await millrace(['execution', 'show', id, '--json'])).out).status;

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
      running.process.kill('SIGINT');
      await once(running.process, 'close');
      assert.equal(running.process.exitCode, 130, running.err);
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
