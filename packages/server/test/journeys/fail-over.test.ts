// run: own process, waiting, in test:all because it starts programs on two databases of its own
/** The command `fail-over` promotes a standby, says what may be missing, and refuses while the primary still sends. */
// tries `npm run fail-over`
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { runCommand, type CommandResult } from '../support/command.ts';
import { eventually, Install, publishTask } from '../support/install.ts';
import { startDatabaseGate } from '../support/database-gate.ts';
import { ask, startRegionDatabase, startStandby } from '../support/standby.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const folder = await folderBesideTasks('millrace-fail-over-');
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
await mkdir(join(folder, 'blobs'));
const settings = { MILLRACE_KEY: randomBytes(32).toString('base64'), MILLRACE_BLOB_FOLDER: join(folder, 'blobs'), MILLRACE_ENGINE: 'none' };

describe('the command fail-over', { timeout: 240_000 }, async () => {
  const first = await startRegionDatabase(join(folder, 'one'));
  after(() => first.postgres.stop());
  const one = new Install(join(folder, 'home-one'), { DATABASE_URL: first.postgres.tcpUrl, ...settings });
  after(() => one.kill());
  await one.start();
  const second = await startStandby(first, join(folder, 'two'), 'two');
  after(() => second.postgres.stop());
  const MILLRACE_HOME = join(folder, 'home-command');
  const failOver = (url: string, ...words: string[]): Promise<CommandResult> =>
    runCommand('fail-over', words, { ...settings, DATABASE_URL: url, MILLRACE_HOME });
  const isStandby = async (): Promise<unknown> =>
    (await ask<{ standby: boolean }>(second.postgres.tcpUrl, 'select pg_is_in_recovery() as standby'))[0]?.standby;

  it('refuses a database that is no standby, and a setting without a database', async () => {
    const { code, errors } = await failOver(first.postgres.tcpUrl, '--yes');
    assert.equal(code, 1);
    assert.match(errors, /^The database is no standby: it is a primary, and accepts writes\. Nothing was changed\..*\n$/);
    const none = await failOver('', '--yes');
    assert.deepEqual(
      [none.code, none.errors],
      [1, 'DATABASE_URL is not set: name the standby of the second region. An embedded database has no standby.\n'],
    );
  });

  it('refuses a role that may not promote, and names the grant', async () => {
    await ask(first.postgres.tcpUrl, `create role modest login password 'modest'`);
    const url = new URL(second.postgres.tcpUrl);
    Object.assign(url, { username: 'modest', password: 'modest' });
    const result = await eventually('the role is replicated', async () => {
      const found = await failOver(url.toString(), '--yes');
      return /authentication failed|does not exist/.test(found.errors) ? undefined : found;
    });
    assert.equal(result.code, 1);
    assert.match(
      result.errors,
      /^The role 'modest' may not promote .* grant execute on function pg_promote\(boolean, integer\) to "modest"\.\n$/,
    );
    assert.equal(await isStandby(), true);
  });

  it('refuses a standby without an install of Millrace, which is that of another program', async () => {
    await ask(first.postgres.tcpUrl, 'create database another');
    const url = new URL(second.postgres.tcpUrl);
    url.pathname = '/another';
    const result = await eventually('the database is replicated', async () => {
      const found = await failOver(url.toString(), '--yes', '--primary-stopped');
      return found.errors.includes('does not exist') ? undefined : found;
    });
    assert.deepEqual(
      [result.code, result.output, result.errors],
      [1, '', 'The database holds no install of Millrace: check DATABASE_URL. Nothing was changed.\n'],
    );
    assert.equal(await isStandby(), true);
  });

  it('refuses without the content of the region: not named, not there, or not reachable', async () => {
    const absent = join(folder, 'absent');
    for (const [content, message] of [
      [{}, `The settings do not name the content, and there is no install in ${MILLRACE_HOME}: `],
      [{ MILLRACE_BLOB_FOLDER: absent }, `There is no folder of content ${absent}: `],
      [
        { MILLRACE_BLOB_STORE: 's3://bucket?endpoint=http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
        'MILLRACE_BLOB_STORE is http://127.0.0.1:1/bucket, and it cannot be reached',
      ],
    ] as const) {
      const environment = { MILLRACE_KEY: settings.MILLRACE_KEY, DATABASE_URL: second.postgres.tcpUrl, MILLRACE_HOME, ...content };
      const { code, output, errors } = await runCommand('fail-over', ['--yes', '--primary-stopped'], environment);
      assert.deepEqual([code, output, errors.startsWith(message)], [1, '', true], errors);
      assert.match(errors, /\. Nothing was changed\.\n$/);
      assert.equal(await isStandby(), true);
    }
  });

  it('promotes an install of another version, and says that it cannot check its content', async () => {
    await ask(first.postgres.tcpUrl, 'create database newer');
    const url = new URL(first.postgres.tcpUrl);
    url.pathname = '/newer';
    for (const table of ['schema_migration (name)', 'install (id)'])
      await ask(url.toString(), `create table ${table} as values ('9999_newer.sql')`);
    const link = await startDatabaseGate(first.postgres.tcpUrl);
    const other = await startStandby(first, join(folder, 'newer'), 'newer', { link: link.url });
    after(() => other.postgres.stop());
    url.port = new URL(other.postgres.tcpUrl).port;
    await link.close();
    await eventually('the primary does not send', async () => (await failOver(url.toString())).errors.startsWith('Nothing') || undefined);
    const { code, output, errors } = await failOver(url.toString(), '--yes');
    assert.equal(code, 1);
    assert.match(output, /^The database is that of another version .*$(?:\n.*)*^The database accepts writes\. /m);
    assert.match(errors, /^The database was promoted, but the content could not be checked\. /);
  });

  it('refuses while the primary still sends, and says where the standby stands', async () => {
    const { code, output, errors } = await failOver(second.postgres.tcpUrl, '--yes');
    assert.equal(code, 1);
    assert.match(
      output,
      /^The standby is connected to its primary\. Its last replayed transaction was committed at \S+ \(\d+\.\d s ago\); \d+ bytes are received/,
    );
    assert.match(errors, /^The primary still sends to the standby, .* Nothing was changed\. .*--primary-stopped\.\n$/);
    assert.equal(await isStandby(), true);
  });

  it('refuses without a confirmation', async () => {
    const { code, errors } = await failOver(second.postgres.tcpUrl, '--primary-stopped');
    assert.deepEqual([code, errors], [1, 'Nothing was changed. (Without a terminal, --yes confirms that the first region is stopped.)\n']);
    assert.equal(await isStandby(), true);
  });

  it('promotes with --primary-stopped although the connection to the lost primary has not ended yet', async () => {
    const link = await startDatabaseGate(first.postgres.tcpUrl);
    after(() => link.close());
    const third = await startStandby(first, join(folder, 'three'), 'three', { link: link.url });
    after(() => third.postgres.stop());
    // As after a loss of power: nothing comes, and the connection stays.
    link.shut();
    const refused = await failOver(third.postgres.tcpUrl, '--yes');
    assert.deepEqual([refused.code, refused.errors.startsWith('The primary still sends to the standby, ')], [1, true]);
    const { code, output, errors } = await failOver(third.postgres.tcpUrl, '--yes', '--primary-stopped');
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, /^The standby is connected to its primary\. .*\nThe database accepts writes\. /);
    await ask(third.postgres.tcpUrl, 'create table written (id int)');
  });

  it('promotes, says what is here, and names content that is missing in the store of the second region', async () => {
    const client = await one.client();
    await publishTask(client, await shellBundle('echo kept'), { name: 'kept' });
    const before = Date.now();
    await publishTask(client, await shellBundle('echo lost'), { name: 'lost' });
    const [position] = await ask<{ at: string }>(first.postgres.tcpUrl, 'select pg_current_wal_lsn()::text as at');
    await eventually(
      'the standby has replayed it',
      async () =>
        (await ask(second.postgres.tcpUrl, 'select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [position?.at])).length === 1 ||
        undefined,
    );
    await one.kill();
    await first.postgres.stop();
    // The bucket of the second region is behind: it has the first bundle and not the second one.
    const [lost] = await ask<{ key: string }>(
      second.postgres.tcpUrl,
      `select b.key from artifact_version v join blob b on b.hash = v.blob_hash order by v.id desc limit 1`,
    );
    const files = await readdir(settings.MILLRACE_BLOB_FOLDER, { recursive: true });
    const file = files.find((name) => name.endsWith(lost?.key ?? '-'));
    assert.ok(file);
    await rm(join(settings.MILLRACE_BLOB_FOLDER, file));

    const { code, output, errors } = await failOver(second.postgres.tcpUrl, '--yes');
    assert.equal(code, 1, output);
    assert.match(output, /^The standby receives nothing from a primary\. Its last replayed transaction was committed at/);
    assert.match(output, /^The database accepts writes\. The waiting servers of this region begin to serve by themselves\.$/m);
    const [, until = ''] = /^Everything that the former primary committed until (\S+) is here\. .*is lost: at most/m.exec(output) ?? [];
    assert.ok(Date.parse(until) >= before, until);
    assert.match(
      errors,
      /^The content of version \S+ of artifact "lost" in workspace "Shared" is missing: .*\n1 of 2 files of content are missing in the store of this region\. /,
    );
    assert.equal(await isStandby(), false);
    const again = await failOver(second.postgres.tcpUrl, '--yes');
    assert.deepEqual([again.code, /no standby/.test(again.errors)], [1, true]);
  });
});
