// run: own process, waiting, in test:all because it starts programs on two databases of its own
/** The command `fail-over` promotes a standby, says what may be missing, and refuses while the primary still sends. */
// tries `npm run fail-over`
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
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
const settings = { MILLRACE_KEY: randomBytes(32).toString('base64'), MILLRACE_BLOB_FOLDER: join(folder, 'blobs'), MILLRACE_ENGINE: 'none' };

describe('the command fail-over', { timeout: 240_000 }, async () => {
  const first = await startRegionDatabase(join(folder, 'one'));
  after(() => first.postgres.stop());
  const one = new Install(join(folder, 'home-one'), { DATABASE_URL: first.postgres.tcpUrl, ...settings });
  after(() => one.kill());
  await one.start();
  const second = await startStandby(first, join(folder, 'two'), 'two');
  after(() => second.postgres.stop());
  const failOver = (url: string, ...words: string[]): Promise<CommandResult> =>
    runCommand('fail-over', words, { ...settings, DATABASE_URL: url, MILLRACE_HOME: join(folder, 'home-command') });
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
