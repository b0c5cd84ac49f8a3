// run: own process, waiting, in test:all because it starts whole programs
/** A database and a home folder of each release are upgraded to this version, with all their content, and tasks run on them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { dumpSchema } from '../../../../scripts/house/schema-dump.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { readMigrations } from '../../src/core/database/migrate.ts';
import { prepareDatabase } from '../../src/server.ts';
import { sql } from '../../src/core/database/sql.ts';
import { runTimer } from '../support/background.ts';
import { asAdministrator, databaseUrl, testServerUrl } from '../support/database.ts';
import { engineWithCredential } from '../support/engine.ts';
import { firingOf } from '../support/firing.ts';
import { fixtureKey, keptReleases, readRelease, releasedVersions, restoreRelease } from '../support/release-fixture.ts';
import { startOwnServer } from '../support/server.ts';

const fixtureVersions = keptReleases();
const homes: string[] = [];
const databases: string[] = [];
const stops: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of stops) await end();
  for (const name of databases)
    await asAdministrator(testServerUrl(), (client) => client.query(`drop database if exists ${name} with (force)`));
  for (const home of homes) await rm(home, { recursive: true, force: true });
});

test('each version that the change log names as released has its fixture, and each fixture its version', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  const released = releasedVersions(readText('CHANGELOG.md'));
  // The fixture of the version in preparation may exist before its entry in the change log.
  assert.deepEqual(fixtureVersions, [...new Set([...released, ...fixtureVersions.filter((one) => one === version)])].toSorted());
  assert.ok(fixtureVersions.length > 0, 'there is no fixture');
});

for (const version of fixtureVersions)
  describe(`an install of ${version}`, () => {
    const { migrations, scene } = readRelease(version);

    test('has migrations that were not edited since', async () => {
      const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
      const current = Object.fromEntries(Object.keys(migrations).map((name) => [name, known.get(name)]));
      assert.deepEqual(current, migrations, 'a released migration must never be edited: correct it by a new file');
      const names = [...known.keys()].slice(0, Object.keys(migrations).length);
      assert.deepEqual(names, Object.keys(migrations), 'a new migration comes after the released ones');
    });

    test('is upgraded, returns the same answers, and runs its tasks', async () => {
      const home = await mkdtemp(join(tmpdir(), 'millrace-release-'));
      homes.push(home);
      const name = `release_${crypto.randomUUID().replaceAll('-', '')}`;
      databases.push(name);
      await asAdministrator(testServerUrl(), (client) => client.query(`create database ${name}`));
      const url = databaseUrl(name);
      await restoreRelease(version, url, home);

      const upgraded = await prepareDatabase(url);
      const all = (await readMigrations()).map((one) => one.name);
      assert.deepEqual(upgraded, all.slice(Object.keys(migrations).length));
      await asAdministrator(url, async (client) => assert.equal(await dumpSchema(client), readText('packages/server/schema.sql')));

      const server = await startOwnServer(
        {
          MILLRACE_HOME: home,
          MILLRACE_KEY: fixtureKey(version),
          // A fixture may be some years old, and its rows must not be deleted because of that.
          MILLRACE_HISTORY_DAYS: '3650',
          MILLRACE_LOG_DAYS: '3650',
          MILLRACE_ROLE: 'api',
        },
        () => Promise.resolve(url),
      );
      stops.push(server.stop);
      const { call, platform } = server;
      const { token } = scene;
      for (const { route, body } of scene.answers) {
        const answer = await call(route, { token });
        assert.equal(answer.status, 200, `${route}: ${JSON.stringify(answer.body)}`);
        assert.partialDeepStrictEqual(answer.body, body, route);
      }

      const { body: me } = await call('GET /account/me', { token });
      assert.deepEqual(me.permissions, [...PERMISSIONS].toSorted(), 'TenantAdmin has the permissions of this version');

      const engine = engineWithCredential(server, scene.engine.id, scene.engine.credential);
      const end = async (executionId: string, label: string): Promise<void> => {
        const { executions } = await engine.claim();
        const lease =
          executions.find((execution) => execution.executionId === executionId) ?? assert.fail(`${label} did not reach the engine`);
        const bundle = await fetch(`${server.url}/engine/v1/bundles/${scene.bundle}`, {
          headers: { authorization: `Bearer ${scene.engine.credential}` },
        });
        assert.equal(bundle.status, 200, `the bundle of ${label}`);
        await engine.start(lease, Date.now());
        await engine.log(lease, [`from ${label}`]);
        await engine.finish(lease, { finishedAt: Date.now() + 1000 });
        const run = await call('GET /processing/executions/{executionId}', { token, path: { executionId } });
        assert.equal(run.body.executionStatus, 'EXECUTION_SUCCESS', label);
        const log = await call('GET /monitoring/executions/{id}/logs', { token, path: { id: executionId } });
        assert.ok(JSON.stringify(log.body).includes(`from ${label}`), label);
      };
      await end(scene.waiting, 'the waiting execution');
      const started = await call('POST /processing/executions', { token, body: { executable: scene.task } });
      await end(started.body.executionId, 'the started execution');
      const called = await call(`POST ${scene.hook}`, { token: undefined, text: 'x', headers: { 'content-type': 'text/plain' } });
      assert.ok(called.status < 300, JSON.stringify(called.body));
      // The clock of the schedule shows its next instant.
      const { next } = await platform.db.reader.only<{ next: Date }>(sql`select next_at as next from time_trigger`);
      await firingOf(server).fireAt(next);
      const fired = await platform.db.reader.rows<{ id: string }>(sql`
        select f.execution_id as id
        from fired_instant f
        join live_execution l on l.execution_id = f.execution_id`);
      assert.equal(fired.length, 1);
      await end(fired[0]?.id ?? '', 'the scheduled execution');
      const plan = await call('POST /processing/executions/plans', { token, body: { executable: scene.plan } });
      const { executions } = await engine.claim();
      for (const lease of executions) await engine.finish(lease, { finishedAt: Date.now() + 1000 });
      await runTimer(platform, 'advance-plans');
      const ended = await call('GET /processing/executions/plans/{planExecutionId}', {
        token,
        path: { planExecutionId: plan.body.executionId },
      });
      assert.equal(ended.body.executionStatus, 'EXECUTION_SUCCESS', JSON.stringify(ended.body));
    });
  });
