import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { takeHomeLock, openHome, type Home } from './home.ts';
import { StartError } from '../base/start-error.ts';

const program = `
  const { takeHomeLock } = await import(process.argv[1]);
  takeHomeLock({ path: process.argv[2] });
  process.stdout.write('taken');
  setInterval(() => {}, 1000);
`;

describe('the lock of a home folder', () => {
  let home: Home;
  before(async () => (home = await openHome(await mkdtemp(join(tmpdir(), 'millrace-lock-')))));
  after(() => rm(home.path, { recursive: true, force: true }));

  const lockInOtherProcess = async (): Promise<ChildProcess> => {
    const module = new URL('./home.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, home.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };

  it('is held by one process, and the error of a second one names it', async () => {
    const first = await lockInOtherProcess();
    assert.throws(
      () => takeHomeLock(home),
      (error) => error instanceof StartError && error.message.includes(`(process ${first.pid})`) && error.message.includes(home.path),
    );
    first.kill();
    await once(first, 'exit');
  });

  it('is free at once after its process was killed', async () => {
    const first = await lockInOtherProcess();
    first.kill('SIGKILL');
    await once(first, 'exit');
    takeHomeLock(home).release();
  });

  it('is refused to the same process as well until it is released', () => {
    const lock = takeHomeLock(home);
    assert.throws(() => takeHomeLock(home), StartError);
    lock.release();
    lock.release();
    takeHomeLock(home).release();
  });
});
