// run: own process, waiting, in test:all because it starts whole programs
/** `npm run backup` and `npm run restore` from end to end: rows, key and content are restored, and no execution runs twice. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Client } from 'pg';
import { publication, shellBundle } from '../support/bundles.ts';
import { runCommand } from '../support/command.ts';
import { ordinaryDatabase } from '../support/ordinary-database.ts';
import { eventually, Install, startEmbeddedInstall } from '../support/install.ts';
import { endedRun, createContent, readAll, apiCaller } from '../support/full-install.ts';
import { startS3 } from '../support/s3.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const testFolder = await folderBesideTasks('millrace-backup-');
after(() => rm(testFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
const s3 = await startS3();

/** Returns an install that is stopped at the end of the file. */
function installAt(home: string, environment: Record<string, string>): Install {
  const install = new Install(home, { MILLRACE_ENGINE: 'built-in', ...environment });
  after(() => install.stop());
  return install;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

/** Returns a checksum of each table, with the partitions of its rows. */
async function tablesOf(url: string, leftOut: readonly string[]): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `select c.relname as name
     from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (leftOut.includes(name)) continue;
    const rows = await query<{ sum: string }>(
      url,
      `select count(*) || ' ' || md5(coalesce(string_agg(t.tableoid::regclass || t::text, ';' order by t.tableoid::regclass::text, t::text), '')) as sum
       from "${name}" t`,
    );
    found[name] = rows[0]?.sum ?? '';
  }
  const partitions = await query<{ description: string }>(
    url,
    `select string_agg(c.relname || pg_get_expr(c.relpartbound, c.oid) || coalesce(c.reloptions::text, ''), ';' order by c.relname) as description
     from pg_class c
     where c.relispartition
       and c.relkind = 'r'`,
  );
  found['partitions'] = partitions[0]?.description ?? '';
  return found;
}

describe('a backup under load', () => {
  it('is restored into a new home folder and into a database of an ordinary role, and all reads have the same answers', async () => {
    const source = await startEmbeddedInstall();
    const made = await createContent(source);
    const call = apiCaller(source);
    const oldToken = await source.token();
    // Unfinished work at the time of the backup: an execution that runs, one that waits, and a plan in the middle.
    const slow = (await call('POST /processing/executions', { executable: made.slowTask })).executionId;
    await eventually('it runs', async () => ((await call(`GET /processing/executions/${slow}`)).status === 'executing' ? true : undefined));
    const midPlan = await call('POST /orchestration/executables/plans', {
      name: 'In the middle',
      workspaceId: made.workspace,
      steps: [
        { name: 'Slow', taskIds: [made.slowTask], handlerOnFailure: { taskIds: [made.secretTask], planIds: [] } },
        { name: 'Never', taskIds: [made.secretTask] },
      ],
    });
    const inPlan = (await call('POST /processing/executions/plans', { executable: midPlan.id })).executionId;
    const before = await readAll(source, made);

    const loading = new AbortController();
    const started: string[] = [];
    const load = (async () => {
      for (let round = 0; !loading.signal.aborted; round += 1) {
        const bundle = await shellBundle(`echo load ${round}`);
        await call('POST /orchestration/artifacts', publication({ workspaceId: made.workspace, name: `load-${round}` }, bundle));
        started.push((await call('POST /processing/executions', { executable: made.secretTask })).executionId);
        const { items } = await call(`GET /orchestration/artifacts?name=load-${round}`);
        if (round % 2 === 1) await call(`DELETE /orchestration/artifacts/${items[0].id}`);
      }
    })();
    await eventually('the load has started', async () => (started.length > 2 ? true : undefined));
    const folder = join(testFolder, 'first');
    const backup = await runCommand('backup', [folder], { MILLRACE_HOME: source.home });
    loading.abort();
    await load;
    assert.equal(backup.code, 0, backup.errors);
    assert.match(
      backup.output,
      /^\S+first holds the state of \S+Z|\+00:00: \d+ rows, \d+ files of content \([\d.]+ MiB\)\.\nIt holds the key too/,
    );

    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      assert.equal((await stat(join(entry.parentPath, entry.name))).mode & 0o077, 0, `${entry.name} can be read by its owner only`);
    assert.ok(!existsSync(join(folder, 'incomplete')));

    const external = await ordinaryDatabase();
    for (const settings of [
      { MILLRACE_HOME: join(testFolder, 'again') },
      { MILLRACE_HOME: join(testFolder, 'elsewhere'), DATABASE_URL: external.url },
    ]) {
      const { MILLRACE_HOME: home } = settings;
      const restored = await runCommand('restore', [folder], settings);
      assert.equal(restored.code, 0, restored.errors);
      assert.match(restored.output, /^Restored the state of \S+: \d+ rows, \d+ files of content\.$/m);
      assert.match(
        restored.output,
        /^Ended, because it is unknown how they continued after the backup: \d+ executions and 1 plan executions; 0 webhook calls/m,
      );
      assert.deepEqual(await readFile(join(home, 'key')), await readFile(join(source.home, 'key')));
      assert.equal((await stat(join(home, 'key'))).mode & 0o777, 0o600);

      const copy = installAt(home, 'DATABASE_URL' in settings ? { DATABASE_URL: settings.DATABASE_URL } : {});
      await copy.start();
      const callCopy = apiCaller(copy);
      const lost = await callCopy(`GET /processing/executions/${slow}`);
      assert.deepEqual([lost.executionStatus, lost.errorType], ['EXECUTION_FAILED', 'INSTALL_RESTORED']);
      assert.match(lost.errorMessage, /^The install was restored from a backup of .*Start it again where a second run does no harm\.$/);
      const explained = await callCopy(`GET /processing/executions/${slow}/explanation`);
      assert.equal(explained.next, 'Start it again where a second run does no harm.');
      const plan = await eventually('the plan has ended', async () => {
        const planExecution = await callCopy(`GET /processing/executions/plans/${inPlan}`);
        return planExecution.finishTimestamp === null ? undefined : planExecution;
      });
      assert.match(plan.executionStatus, /TERMINATED|FAILED/);
      assert.equal((await callCopy(`GET /processing/executions/plans/${inPlan}/steps`)).length, 1, 'no other step has started');
      const { items } = await callCopy(`GET /processing/executables/tasks/${made.secretTask}/executions?limit=100`);
      for (const item of items) assert.ok(item.finishTimestamp, `${item.executionId} would run again`);
      assert.ok(items.length > 2);

      // Unfinished executions have ended; everything else is unchanged.
      assert.deepEqual(await readAll(copy, made), JSON.parse(JSON.stringify(before).replaceAll('"executing"', '"execution_failed"')));
      assert.equal((await apiCaller(copy, oldToken)('GET /account/me')).login, 'admin');
      const run = await endedRun(copy, (await callCopy('POST /processing/executions', { executable: made.secretTask })).executionId);
      assert.equal(run.executionStatus, 'EXECUTION_SUCCESS', run.errorMessage);
      const verified = await runCommand('verify', [], settings);
      assert.equal(verified.code, 0, verified.errors);
      // tries `npm run audit:verify`, `npm run audit:verify -- --head <seal>`
      const audited = await runCommand('audit-verify', [], settings);
      assert.equal(audited.code, 0, audited.errors);
      assert.match(audited.output, /^All \d+ seals with \d+ entries are intact\. \d+ entries are not sealed yet/m);
      const unknown = await runCommand('audit-verify', ['--head', `1:${'0'.repeat(64)}`], settings);
      assert.equal(unknown.code, 1);
      assert.match(unknown.errors, /Seal 1, which was recorded outside of the database, is missing or was changed/);
      assert.equal(await copy.stop(), 0);
    }
    await external.drop();
  });
});

describe('a backup of a database of its own with a bucket', () => {
  it('contains all rows with their partitions and the jobs, without the key, and is restored into another bucket', async () => {
    const [from, into] = [await ordinaryDatabase(), await ordinaryDatabase()];
    const key = Buffer.alloc(32, 7).toString('base64');
    const settings = { DATABASE_URL: from.url, MILLRACE_KEY: key, ...s3.settings('from') };
    const source = installAt(join(testFolder, 'own'), settings);
    await source.start();
    const made = await createContent(source);
    const before = await readAll(source, made);
    await source.stop();
    // A partition for a distant time with a row, and a row in the default partition.
    await query(
      from.url,
      `create table task_execution_2100_01 partition of task_execution
       for values from ('03bb2cc3-d800-0000-0000-000000000000') to ('03bbcc68-fc00-0000-0000-000000000000') with (fillfactor = 75)`,
    );
    for (const id of ['03bb2cc3-d800-7000-8000-000000000001', 'ffffffff-0000-7000-8000-000000000002'])
      await query(
        from.url,
        `do $$
         declare x task_execution;
         begin
           select * into x from task_execution where outcome is not null limit 1;
           x.id := '${id}';
           insert into task_execution select x.*;
         end $$`,
      );
    await query(
      from.url,
      `select graphile_worker.add_job('collect-blob', '{"hash":"none"}', run_at => now() + interval '1 day', job_key => 'kept', max_attempts => 3)`,
    );
    const jobsOf = (url: string): Promise<object[]> =>
      query(url, 'select task_identifier, key, run_at, max_attempts, priority from graphile_worker.jobs order by key');
    const jobs = await jobsOf(from.url);
    assert.ok(jobs.length > 0);

    const folder = join(testFolder, 'second');
    const backup = await runCommand('backup', [folder], { MILLRACE_HOME: source.home, ...settings });
    assert.equal(backup.code, 0, backup.errors);
    assert.match(backup.output, /It does not hold the key: keep MILLRACE_KEY in another place/);
    assert.ok(!existsSync(join(folder, 'key')));

    const target = { MILLRACE_HOME: join(testFolder, 'own-again'), DATABASE_URL: into.url, MILLRACE_KEY: key, ...s3.settings('into') };
    const restored = await runCommand('restore', [folder], target);
    assert.equal(restored.code, 0, restored.errors);
    const running = ['api_presence', 'job_worker', 'rate_count', 'schema_migration'];
    assert.deepEqual(await tablesOf(into.url, running), await tablesOf(from.url, running));
    assert.deepEqual(await jobsOf(into.url), jobs);
    const keysOf = async (prefix: string): Promise<string[]> =>
      (await s3.objectKeys()).filter((one) => one.startsWith(`${prefix}/`)).map((one) => one.slice(prefix.length));
    assert.deepEqual(await keysOf('into'), await keysOf('from'));

    const { MILLRACE_HOME: home, ...rest } = target;
    const copy = installAt(home, rest);
    await copy.start();
    assert.deepEqual(await readAll(copy, made), before);
    const run = await endedRun(copy, (await apiCaller(copy)('POST /processing/executions', { executable: made.secretTask })).executionId);
    assert.equal(run.executionStatus, 'EXECUTION_SUCCESS', run.errorMessage);
    await copy.stop();
    await Promise.all([from.drop(), into.drop()]);
  });
});
