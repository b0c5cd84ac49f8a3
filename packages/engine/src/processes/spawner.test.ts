// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { waitForEnd } from '../../test/processes.ts';
import { spawnerInProcess } from './spawner-in-process.ts';
import { Spawner, type SpawnRequest } from './spawner.ts';

const ENDS = [
  ['a thread of its own', async () => new Spawner()],
  ['the thread of its program', async () => new Spawner(await spawnerInProcess())],
] as const;

for (const [thread, open] of ENDS) {
  test(`${thread}: a process waits while its output is not read, and no byte is lost`, async (t) => {
    const folder = await temporaryFolder();
    const spawner = await open();
    t.after(() => spawner.close());
    const gate = Promise.withResolvers<void>();
    let bytes = 0;
    const writer = (mark: string, onOutput: SpawnRequest['onOutput']) =>
      spawner.start({
        command: '/bin/sh',
        arguments: ['-c', `head -c 20000000 /dev/zero; echo done > ${mark}`],
        folder,
        environment: { PATH: process.env['PATH'] ?? '' },
        onOutput,
      });
    const spawned = await writer('done', async (_type, chunk) => {
      await gate.promise;
      bytes += chunk.length;
    });
    // One that is read writes as much meanwhile.
    const other = await writer('other', () => {});
    await other.closed;
    assert.deepEqual([existsSync(join(folder, 'other')), existsSync(join(folder, 'done'))], [true, false]);
    gate.resolve();
    assert.deepEqual(await spawned.exited, { code: 0, signal: null });
    await spawned.closed;
    assert.equal(bytes, 20_000_000);
    assert.equal(existsSync(join(folder, 'done')), true);
  });

  test(`${thread}: fails with the error code of the system when a process cannot be started`, async (t) => {
    const folder = await temporaryFolder();
    const spawner = await open();
    t.after(() => spawner.close());
    const request = { arguments: [] as string[], folder, environment: {}, onOutput: () => {} };
    await assert.rejects(spawner.start({ ...request, command: '/no/such/program' }), { code: 'ENOENT' });
    await assert.rejects(spawner.start({ ...request, command: '/etc/passwd' }), { code: 'EACCES' });
    await assert.rejects(spawner.start({ ...request, command: '/bin/true', arguments: ['x'.repeat(300_000)] }), { code: 'E2BIG' });
  });

  test(`${thread}: kills all running processes when it is closed`, async () => {
    const spawner = await open();
    const folder = await temporaryFolder();
    const spawned = await spawner.start({
      command: '/bin/sleep',
      arguments: ['600'],
      folder,
      environment: {},
      onOutput: () => {},
    });
    await spawner.close();
    await waitForEnd(spawned.pid);
  });
}

test('a spawner for Windows that is closed does not kill by the id of a process that has ended', async () => {
  /** Closes a spawner whose process has ended and left another one. Returns whether that one was killed. */
  const killsLeft = async (platform: NodeJS.Platform): Promise<boolean> => {
    const folder = await temporaryFolder();
    const spawner = new Spawner(await spawnerInProcess(platform));
    let pid = '';
    const spawned = await spawner.start({
      command: '/bin/sh',
      arguments: ['-c', '(until [ -e go ]; do sleep 0.02; done; : > unharmed) > /dev/null 2>&1 & echo $!'],
      folder,
      environment: { PATH: process.env['PATH'] ?? '' },
      onOutput: (_type, bytes) => void (pid += Buffer.from(bytes).toString()),
    });
    await spawned.exited;
    await spawned.closed;
    await spawner.close();
    if (platform === 'win32') await writeFile(join(folder, 'go'), '');
    await waitForEnd(Number(pid));
    return !existsSync(join(folder, 'unharmed'));
  };
  assert.equal(await killsLeft('linux'), true);
  assert.equal(await killsLeft('win32'), false);
});
