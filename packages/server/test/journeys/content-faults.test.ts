// run: own process, waiting, in test:all because it starts whole programs
/** Content that is missing from the store: the errors of a run and of `npm run verify`, and the repair. In a folder and in a bucket. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import type { Client as ApiClient } from '@millrace/contract/client';
import { blobPath } from '../../src/core/blobs/blob-store.ts';
import { publication, shellBundle } from '../support/bundles.ts';
import { runCommand, type CommandResult } from '../support/command.ts';
import { finished, publishTask, startEmbeddedInstall, startInstall, startRun, type Install } from '../support/install.ts';
import { startS3 } from '../support/s3.ts';

const s3 = await startS3();

type StoredBlob = { key: string; hash: string };

async function blobsOf(databaseUrl: string): Promise<StoredBlob[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<StoredBlob>('select key, hash from blob order by touched_at');
  await client.end();
  return rows;
}

async function publishAgain(client: ApiClient, content: Buffer): Promise<void> {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspaceId = workspaces.find((one) => one.type === 'shared')?.id ?? '';
  await client.call('POST /orchestration/artifacts', { form: publication({ workspaceId, name: 'hello', version: '9.9.9' }, content) });
}

const health = async (install: Install): Promise<{ status: string; failing?: string[] }> =>
  (await fetch(`${install.url}/readyz`)).json() as Promise<{ status: string; failing?: string[] }>;

for (const [store, settings, faults] of [
  [
    'a folder',
    {},
    {
      remove: (install: Install, key: string) => rm(join(install.home, 'blobs', blobPath(key))),
      corrupt: async (install: Install, key: string) => {
        const path = join(install.home, 'blobs', blobPath(key));
        await writeFile(path, Buffer.alloc((await readFile(path)).length));
      },
    },
  ],
  [
    'a bucket',
    s3.settings('faults'),
    {
      remove: (_: Install, key: string) => s3.plant(`faults/${blobPath(key)}`, undefined),
      corrupt: async (_: Install, key: string, content: Buffer) => s3.plant(`faults/${blobPath(key)}`, '\0'.repeat(content.length)),
    },
  ],
] as const) {
  describe(`content in ${store}`, () => {
    it('that is missing or damaged is reported by the run and by npm run verify, and is repaired by publishing it again', async () => {
      const install = await startInstall({ MILLRACE_ENGINE: 'built-in', ...settings });
      const client = await install.client();
      const content = await shellBundle('echo there');
      const task = await publishTask(client, content, { name: 'hello' });
      const environment = { MILLRACE_HOME: install.home, DATABASE_URL: install.databaseUrl, ...settings };
      const verify = (...args: string[]): Promise<CommandResult> => runCommand('verify', args, environment);

      assert.deepEqual(await verify(), { code: 0, errors: '', output: 'All 1 files of content are present (0.0 MiB).\n' });

      let [blob] = await blobsOf(install.databaseUrl);
      assert.ok(blob);
      await faults.remove(install, blob.key);
      const lost = await finished(client, await startRun(client, task));
      assert.equal(lost.executionStatus, 'DEPLOY_FAILED');
      assert.match(
        lost.errorMessage ?? '',
        /^The bundle of artifact "hello" \S+ cannot be used\. The download from the control plane failed \(404\): The stored content is missing\. Publish the same artifact again$/,
      );
      const missing = await verify('--sizes');
      assert.equal(missing.code, 1);
      assert.match(
        missing.errors,
        /^The content of version \S+ of artifact "hello" in workspace "Shared" is missing: publish the same bundle again, .*; or put the file \S+ of the store back from a backup\.\n1 of 1 files of content are missing or damaged\.\n$/,
      );
      assert.deepEqual((await health(install)).failing, ['content'], 'the server still serves and reports the fault');
      await publishAgain(client, content);
      assert.equal((await verify()).code, 0);
      assert.equal((await finished(client, await startRun(client, task))).executionStatus, 'EXECUTION_SUCCESS');

      // The engine has a cached copy. It is removed below, so that the engine must fetch the bundle again.
      [blob] = await blobsOf(install.databaseUrl);
      assert.ok(blob);
      await faults.corrupt(install, blob.key, content);
      await install.stop();
      await rm(join(install.home, 'engine', 'bundles'), { recursive: true, force: true });
      assert.equal((await verify('--sizes')).code, 0, 'the check of sizes does not detect it');
      assert.match((await verify()).errors, / is damaged: publish the same bundle again/);
      await install.start();
      const damaged = await finished(client, await startRun(client, task));
      assert.match(
        damaged.errorMessage ?? '',
        /^The bundle of artifact "hello" \S+ cannot be used\. The downloaded content is not what was published: its SHA-256 is not \w{64}\. Publish the same artifact again$/,
      );
      await publishAgain(client, content).catch(() => undefined);
      assert.equal((await verify()).code, 0);
      assert.equal((await finished(client, await startRun(client, task))).executionStatus, 'EXECUTION_SUCCESS');
    });
  });
}

describe('npm run verify', () => {
  it('works with the embedded database, whether or not the server runs, and prints an error as one line', async () => {
    const install = await startEmbeddedInstall();
    const environment = { MILLRACE_HOME: install.home };
    const whole = { code: 0, errors: '', output: 'All 0 files of content are present (0.0 MiB).\n' };
    assert.deepEqual(await runCommand('verify', [], environment), whole);
    await install.stop();
    assert.deepEqual(await runCommand('verify', [], environment), whole);
    for (const [args, more, message] of [
      [['--bytes'], {}, /^Unknown option '--bytes'\. Use npm run verify/],
      [[], { MILLRACE_HOME: join(install.home, 'nowhere') }, /^There is no install in .*nowhere: set MILLRACE_HOME/],
      [[], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^The database .* reached/],
    ] as const) {
      const refused = await runCommand('verify', args, { ...environment, ...more });
      assert.equal(refused.code, 1);
      assert.match(refused.errors, message);
      assert.equal(refused.errors.trim().split('\n').length, 1, refused.errors);
    }
  });
});
