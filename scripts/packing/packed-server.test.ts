// run: own process, in test:all because it packs the server with console and manual
/** Installs the packed server as users do: from its tarball in an empty folder, with an empty home, and without the repository. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ordinaryDatabase } from '../../packages/server/test/support/ordinary-database.ts';
import { programEnvironment } from '../../packages/server/test/support/program-environment.ts';
import { folderBesideTasks } from '../../packages/server/test/support/task-files.ts';
import { root } from '../house/source-files.ts';
import { manifestOf } from './compiled-package.ts';
import { installOlderNode } from './older-node.ts';

/** The bound of the package with all that it needs beside Node and PostgreSQL. */
const MOST_MEGABYTES = 150;

describe('the packed server', { timeout: 600_000 }, async () => {
  const folder = realpathSync(await folderBesideTasks('millrace-packed-server-'));
  const home = join(folder, 'home');
  const work = mkdtempSync(join(folder, 'work-'));
  // Its role creates no database for the demonstration, which another test does at the same time.
  const database = await ordinaryDatabase();
  const environment = {
    ...programEnvironment(),
    HOME: folder,
    npm_config_cache: join(folder, 'npm'),
    LANG: 'C.UTF-8',
    DATABASE_URL: database.url,
    MILLRACE_HOME: home,
    MILLRACE_PORT: '0',
    MILLRACE_METRICS_PORT: '0',
    MILLRACE_ENGINE: 'built-in',
  };
  const program = join(work, 'node_modules', '.bin', 'millrace-server');
  const run = (command: string, ...words: string[]) => spawnSync(command, words, { cwd: work, env: environment, encoding: 'utf8' });
  after(async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    await database.drop();
  });

  before(() => {
    const packed = join(folder, 'packed');
    const source = `import { packPackage } from ${JSON.stringify(join(root, 'scripts/packing/pack-package.ts'))};
      await packPackage('server', ${JSON.stringify(packed)});`;
    const packing = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { cwd: root, encoding: 'utf8' });
    assert.equal(packing.status, 0, packing.stderr);
    writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true }));
    const [tarball = ''] = readdirSync(packed);
    // tries `npm install --global <file>`: in a folder. The test has its own database, so it needs no registry.
    const installing = run('npm', 'install', '--offline', '--omit=optional', '--no-audit', '--no-fund', join(packed, tarball));
    assert.equal(installing.status, 0, installing.stderr);
  });

  test('has no sources and no packages that only developers need, and keeps its size', () => {
    const installed = join(work, 'node_modules', '@millrace', 'server');
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'console/index.html', 'manual/index.html'])
      assert.ok(existsSync(join(installed, file)), file);
    for (const page of ['README.md', 'CHANGELOG.md'])
      for (const [link, path = ''] of readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g))
        assert.ok(existsSync(join(installed, path)), `${page}: ${link} leads nowhere`);
    const files = readdirSync(join(work, 'node_modules'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    const sources = paths.filter((path) => path.startsWith(join(installed, 'dist')) && path.endsWith('.ts'));
    assert.deepEqual(sources, []);
    for (const name of ['vite', 'rolldown', 'react', 'typescript', 'playwright-core'])
      assert.ok(!existsSync(join(installed, 'node_modules', name)), name);
    const megabytes = paths.reduce((sum, path) => sum + statSync(path).size, 0) / 2 ** 20;
    assert.ok(megabytes < MOST_MEGABYTES, `${megabytes} MB`);
  });

  test('refuses commands that it does not have, and names its own commands in what it says', () => {
    const unknown = run(program, 'nothing');
    assert.deepEqual([unknown.status, /There is no command 'nothing'\. Commands: start, admin-link, /.test(unknown.stderr)], [1, true]);
    const help = run(program, '--help');
    assert.deepEqual([help.status, /^millrace-server starts the server\. .*\n.* start, admin-link, /.test(help.stdout)], [0, true]);
    assert.equal(run(program, '--version').stdout, `${manifestOf(join(root, 'packages', 'server')).version}\n`);
    const incomplete = run(program, 'backup');
    assert.deepEqual([incomplete.status, incomplete.stderr], [1, `Name the folder of the backup. Use millrace-server backup <folder>, or millrace-server backup <folder> --without-content.\n`]); // prettier-ignore
    const nameless = run(program, 'fail-over', '--yes');
    assert.deepEqual([nameless.status, /^The settings do not name the content, .* Nothing was changed\./.test(nameless.stderr)], [1, true]);
    const withContent = { ...environment, MILLRACE_BLOB_FOLDER: work };
    const primary = spawnSync(program, ['fail-over', '--yes'], { cwd: work, env: withContent, encoding: 'utf8' });
    assert.deepEqual([primary.status, /^The database is no standby: .* Nothing was changed\./.test(primary.stderr)], [1, true]);
    assert.ok(!existsSync(join(home, 'home.json')), 'a refused command leaves no install');
  });

  test('on an older Node it says which one it needs, and leaves no install', (t) => {
    const place = mkdtempSync(join(folder, 'node-'));
    const older = installOlderNode(place);
    if ('missing' in older) return t.skip(older.missing);
    const refused = spawnSync(join(older.bin, 'node'), [program, '--demo'], { cwd: work, env: environment, encoding: 'utf8' });
    assert.equal(refused.status, 1, refused.stderr);
    assert.ok(refused.stderr.startsWith('millrace-server needs Node 24.0 or newer, and this is v22.'), refused.stderr);
    assert.ok(!existsSync(join(home, 'home.json')));
    return undefined;
  });

  test('starts, serves its pages, runs the examples by its engine, is verified and stopped', async () => {
    // tries `npx --package <file> millrace-server --demo`
    const server = spawn(program, ['--demo'], { cwd: work, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => server.kill('SIGKILL'));
    let output = '';
    for await (const chunk of server.stdout.setEncoding('utf8')) {
      output += String(chunk);
      if (output.includes('Serving until you press Ctrl-C.')) break;
    }
    assert.match(output, /load-airports will be skipped: [^]*Published artifact shell [^]*execution_successful/);
    assert.doesNotMatch(output, /execution_failed|npm run/);
    const url = /API {8}(\S+)/.exec(output)?.[1] ?? '';
    for (const path of ['/', '/manual/', '/docs', '/openapi.json', '/login'])
      assert.equal((await fetch(`${url}${path}`)).status, 200, path);
    const verified = run(program, 'verify');
    assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
    rmSync(join(work, 'node_modules'), { recursive: true });
    assert.ok(existsSync(join(home, 'home.json')), 'the data stays when the package is removed');
  });
});
