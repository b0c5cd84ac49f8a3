// run: own process, in test:all because it packs all packages, installs them and runs them against a server
/** Installs the packed packages as users do: from their tarballs in an empty folder, with an empty home, without the repository and without a network. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { manifestOf } from './compiled-package.ts';
import { root } from '../house/source-files.ts';
import { eventually, publishTask, startInstall } from '../../packages/server/test/support/install.ts';
import { folderBesideTasks } from '../../packages/server/test/support/task-files.ts';
import { shellBundle } from '../../packages/engine/test/zips.ts';
import { installOlderNode } from './older-node.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-packed-')));
after(() => rmSync(folder, { recursive: true, force: true }));

// tries `npm run pack`: its script
const packing = spawnSync(process.execPath, [join(root, 'scripts', 'pack.ts'), join(folder, 'packed')], { encoding: 'utf8' });
assert.equal(packing.status, 0, packing.stderr);
// `packed-server.test.ts` installs that of the server.
const tarballs = packing.stdout
  .trim()
  .split('\n')
  .filter((path) => !path.includes('millrace-server-'));
const install = await startInstall();
const token = await install.token();
const administrator = await install.client();
const task = await publishTask(administrator, await shellBundle('echo packed'), { name: 'Packed' });

mkdirSync(join(folder, 'node'));
const older = installOlderNode(join(folder, 'node'));

/** A program that uses the client: it starts an execution, waits for it, and counts the tasks. */
const PROGRAM = `
import { openClient, MillraceError } from '@millrace/client';
const client = openClient({ url: process.argv[2], token: process.env.MILLRACE_TOKEN });
const { body } = await client.call('POST /processing/executions', { body: { executable: process.argv[3] } });
const { status } = await client.waitForTask(body.executionId, { timeoutMs: 120_000 });
let tasks = 0;
for await (const task of client.list('GET /orchestration/executables/tasks', { query: { limit: 1 } })) tasks += task.name ? 1 : 0;
const refusal = await client.waitForPlan(crypto.randomUUID()).catch((error) => error);
console.log(JSON.stringify({ status, tasks, refused: refusal instanceof MillraceError && refusal.status }));
`;

test('npm run pack writes a tarball for each package', () =>
  assert.deepEqual(
    readdirSync(join(folder, 'packed')).map((name) => name.replace(/-\d.*/, '')),
    ['millrace-cli', 'millrace-client', 'millrace-engine', 'millrace-sdk', 'millrace-server'],
  ));

for (const [name, node] of Object.entries({ 'Node of this repository': { bin: dirname(process.execPath) }, 'Node 22': older }))
  describe(`the packages with the ${name}`, { skip: 'missing' in node ? node.missing : false }, () => {
    const bin = 'bin' in node ? node.bin : '';
    const short = name.replaceAll(' ', '-');
    const home = join(folder, `home-${short}`);
    const work = join(folder, short);
    const environment = {
      PATH: [bin, process.env['PATH']].join(delimiter),
      HOME: home,
      npm_config_cache: join(home, 'npm'),
      LANG: 'C.UTF-8',
    };

    function run(command: string, words: readonly string[], more: Record<string, string> = {}, cwd = work): string {
      const options = { cwd, env: { ...environment, ...more }, encoding: 'utf8', timeout: 120_000 } as const;
      const { status, stdout, stderr, error } = spawnSync(command, words, options);
      assert.equal(status, 0, `${command} ${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
      return stdout;
    }

    test('install without a network', () => {
      for (const path of [home, work]) mkdirSync(path);
      writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
      // tries `npm install`, `npm install <tarball>`
      run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs]);
      for (const packageName of ['@millrace/cli', '@millrace/engine', '@millrace/client', 'millrace-sdk']) {
        const installed = join(work, 'node_modules', packageName);
        assert.ok(!existsSync(join(installed, 'src')), `${packageName} contains its sources`);
        for (const file of ['README.md', 'LICENSE']) assert.ok(existsSync(join(installed, file)), `${packageName} has no ${file}`);
        for (const [link, path = ''] of readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g))
          assert.ok(existsSync(join(installed, path)), `${packageName}: ${link} leads nowhere`);
      }
      assert.deepEqual(manifestOf(join(work, 'node_modules', '@millrace', 'client')).dependencies ?? {}, {});
    });

    test('npx runs the command line: version, login by token, lists, and the libraries that few commands need', () => {
      // tries `npx millrace`
      const millrace = (...words: string[]): string => run('npx', ['--offline', 'millrace', ...words]);
      assert.match(millrace('--version'), /^\d+\.\d+\.\d+\n$/);
      const tokenFile = join(work, 'token');
      writeFileSync(tokenFile, token, { mode: 0o600 });
      millrace('login', '--url', install.url, '--token-file', tokenFile);
      assert.match(millrace('task', 'list'), /Packed/);
      assert.equal(millrace('task', 'list', '--jq', '.total'), '1\n');
      assert.match(millrace('task', 'list', '-o', 'yaml'), /^items:\n/);
      assert.match(millrace('export', join(work, 'estate')), /./);
      assert.match(millrace('diff', join(work, 'estate')), /./);
    });

    test('npx runs the command line, and a bundle by the engine, from the files in an empty folder', () => {
      const empty = join(folder, `empty-${short}`);
      mkdirSync(join(empty, 'hello'), { recursive: true });
      writeFileSync(join(empty, 'hello', 'millrace.json'), JSON.stringify({ name: 'hello', version: '1.0.0', run: ['echo', 'from npx'] }));
      const fileOf = (name: string): string => tarballs.find((tarball) => tarball.includes(`millrace-${name}-`)) ?? '';
      const npx = (packages: string[], words: string[]): string =>
        // tries `npx --package <file> millrace`
        // tries `npx --package <file of the command line> --package <file of the engine> millrace bundle run .`
        run('npx', ['--yes', '--offline', ...packages.flatMap((name) => ['--package', fileOf(name)]), 'millrace', ...words], {}, empty);
      assert.match(npx(['cli'], ['--version']), /^\d+\.\d+\.\d+\n$/);
      assert.match(npx(['cli', 'engine'], ['bundle', 'run', join(empty, 'hello')]), /from npx[^]*\n✓ Succeeded: /);
      assert.deepEqual(readdirSync(empty), ['hello']);
    });

    test('an engine of the package is paired by the command line and runs a task, for which a program with the client waits', async (t) => {
      const engineFolder = await folderBesideTasks('millrace-packed-engine-');
      t.after(() => rmSync(engineFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
      const pair = [
        '--offline',
        'millrace',
        'engine',
        'pair',
        '--name',
        `Packed ${short}`,
        '--folder',
        join(engineFolder, 'engine'),
        '--json',
      ];
      const { id, startCommand } = JSON.parse(run('npx', pair)) as { id: string; startCommand: string };
      const programs = join(work, 'node_modules', '.bin');
      const env = { ...environment, PATH: [programs, environment.PATH].join(delimiter) };
      const engine = spawn('sh', ['-c', startCommand.replace(' && ', ' && exec ')], {
        cwd: work,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      t.after(() => engine.kill('SIGKILL'));
      await eventually('the engine is paired', async () => {
        const { body } = await administrator.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
        return body.status === 'PAIRED' || undefined;
      });
      const runConfig = {
        trigger: { type: 'MANUAL' },
        runtime: { type: 'REMOTE_ENGINE', id },
        parallelExecutionAllowed: true,
        logLevel: 'INFO',
      } as const;
      await administrator.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task }, body: runConfig });

      writeFileSync(join(work, 'program.js'), PROGRAM);
      const result = JSON.parse(run('node', ['program.js', install.url, task], { MILLRACE_TOKEN: token }));
      assert.deepEqual(result, { status: 'execution_successful', tasks: 1, refused: 404 });
      engine.kill('SIGTERM');
      assert.deepEqual(await once(engine, 'exit'), [0, null]);
    });
  });
