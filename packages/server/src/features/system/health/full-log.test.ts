// run: own server because it sets MILLRACE_BLOB_FOLDER and MILLRACE_HOME
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer } from '../../../../test/support/server.ts';
import { mountTinyDisk, NO_DISK_REASON } from '../../../../test/support/tiny-disk.ts';

const [home, blobs] = [await mkdtemp(join(tmpdir(), 'millrace-log-')), await mkdtemp(join(tmpdir(), 'millrace-log-'))];
const disk = mountTinyDisk(home, 1);
after(async () => {
  disk?.unmount();
  for (const folder of [home, blobs]) await rm(folder, { recursive: true, force: true });
});

test(
  'serves calls while the disk of the log is full, reports it, and writes the lines when the disk has room again',
  { timeout: 60_000 },
  async (t) => {
    if (!disk) return t.skip(NO_DISK_REASON);
    const { call, stop } = await startTestServer({
      MILLRACE_HOME: home,
      MILLRACE_BLOB_FOLDER: blobs,
      MILLRACE_LOG_LEVEL: 'info',
      MILLRACE_REQUEST_LOG: 'all',
    });
    const health = async (): Promise<unknown[]> => {
      const { status, body } = await call('GET /readyz', { token: undefined });
      return [status, body.status, body.failing];
    };
    assert.deepEqual(await health(), [200, 'ok', undefined]);

    await disk.fill();
    // More lines than fit into the rest of a page of the disk.
    for (let calls = 0; calls < 50; calls += 1) assert.equal((await call('GET /account/me')).status, 200);
    assert.deepEqual(await health(), [200, 'degraded', ['log']]);
    const numbers = String((await call('GET /metrics', { token: undefined })).body);
    assert.match(numbers, /^millrace_log_write_failures_total [1-9]/m);
    assert.match(numbers, /^millrace_log_lines_lost_total 0$/m);

    await disk.empty();
    while ((await health())[1] !== 'ok') await wait(20);
    await stop();
    const lines = (await readFile(join(home, 'server.log'), 'utf8')).trim().split('\n');
    const requests = lines.filter((line) => (JSON.parse(line) as { route?: string }).route === 'GET /account/me');
    assert.equal(requests.length, 50, 'each line whole and once');
  },
);
