// run: own process, in test:all because it installs the packed engine and starts it
/** Installs the packed engine as users do: from its tarball, without the repository and without a network. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ENGINE_VERSION } from '../src/control-plane/protocol.ts';
import { ControlPlane } from './control-plane.ts';
import { messages, temporaryFolder } from './engine.ts';
import { orderOf, serveContent } from './pod-order.ts';
import { shellBundle } from './zips.ts';

const script = fileURLToPath(new URL('../../../scripts/pack-engine.ts', import.meta.url));

function outputOf(result: SpawnSyncReturns<string>): string {
  assert.equal(result.status, 0, `${result.stdout}${result.stderr}`);
  return result.stdout;
}

test('an engine that is installed from its tarball is paired and runs a task', async (t) => {
  const folder = await temporaryFolder();
  const [tarball = ''] = outputOf(spawnSync(process.execPath, [script, join(folder, 'packed')], { encoding: 'utf8' })).split('\n');
  // tries `npm install --global`
  // tries `npm install --global millrace-engine-<new>.tgz`, `npm install --global --prefix /opt/millrace-engine-<new>`
  const npm = ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', join(folder, 'prefix'), tarball];
  // Neither the folder nor the environment leads to the repository.
  const environment = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: join(folder, 'npm') };
  outputOf(spawnSync('npm', npm, { cwd: folder, env: environment, encoding: 'utf8' }));
  const command = join(folder, 'prefix', 'bin', 'millrace-engine');
  assert.equal(outputOf(spawnSync(command, ['--version'], { env: environment, encoding: 'utf8' })), `${ENGINE_VERSION}\n`);
  assert.ok(!existsSync(join(folder, 'prefix', 'lib', 'node_modules', '@millrace', 'engine', 'src')));

  const bundle = join(folder, 'bundle.zip');
  await writeFile(bundle, await shellBundle('echo tried out'));
  const tried = outputOf(spawnSync(command, ['try', bundle], { env: environment, input: '{}', encoding: 'utf8' }));
  assert.match(tried, /"message":"tried out"}\n[^]*"outcome":"EXECUTION_SUCCESS"/);

  await t.test('its program of a pod, which is one file, runs the order of the pod', async (pod) => {
    const zip = await shellBundle('echo from the pod');
    await writeFile(join(folder, 'order.json'), JSON.stringify(orderOf(zip, await serveContent(pod, [zip]))));
    const env = { ...environment, MILLRACE_POD_ORDER: folder, MILLRACE_ENGINE_FOLDER: join(folder, 'pod') };
    const running = spawn(command, ['pod-run'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [frames, [code]] = await Promise.all([textOf(running.stdout), once(running, 'exit')]);
    assert.equal(code, 0, frames);
    assert.match(frames, /"message":"from the pod"}\n[^]*"outcome":"EXECUTION_SUCCESS"/);
  });

  await t.test('its program of a pod loads no module for calls if the bundle is in the order', async () => {
    const order = orderOf(await shellBundle('true'), { url: 'http://127.0.0.1:1', token: 'unused' });
    const manifest = Buffer.from(JSON.stringify({ name: 'sample', run: ['sh', 'task.sh'], environment: [] })).toString('base64');
    const script = Buffer.from('echo without a call').toString('base64');
    const files = [
      { path: 'millrace.json', content: manifest, program: false },
      { path: 'task.sh', content: script, program: false },
    ];
    await writeFile(join(folder, 'order.json'), JSON.stringify({ ...order, bundle: { folders: [], files } }));
    const loaded = join(folder, 'loaded.cjs');
    await writeFile(loaded, `process.on('exit', () => console.error(process.moduleLoadList.join('\\n')))`);
    const env = {
      ...environment,
      MILLRACE_POD_ORDER: folder,
      MILLRACE_ENGINE_FOLDER: join(folder, 'called'),
      NODE_OPTIONS: `-r ${loaded}`,
    };
    const { status, stdout, stderr } = spawnSync(command, ['pod-run'], { env, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /"message":"without a call"}/);
    assert.match(stderr, /^NativeModule fs$/m);
    assert.doesNotMatch(stderr, /^NativeModule (?:https?|_http_client|crypto)$/m);
  });

  const plane = await new ControlPlane().open();
  t.after(() => plane.close());
  const home = join(folder, 'engine');
  const pairing = spawn(command, ['pair', plane.url, '--folder', home], { env: environment, stdio: ['pipe', 'ignore', 'inherit'] });
  pairing.stdin.end(plane.pairingKey);
  assert.deepEqual(await once(pairing, 'exit'), [0, null]);
  assert.ok((await readFile(join(home, 'credential.json'), 'utf8')).includes(plane.credential));

  // tries `millrace-engine run --folder /var/lib/millrace-engine --capacity 4`
  const running = spawn(command, ['run', '--folder', home], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  t.after(() => running.kill('SIGKILL'));
  const execution = plane.add(await shellBundle('echo from the tarball'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['from the tarball']);
  running.kill('SIGTERM');
  assert.deepEqual(await once(running, 'exit'), [0, null]);
  assert.deepEqual(plane.faults, []);
});
