// run: own process, waiting, in test:all because it starts the launcher as a program
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SERVER_OPTIONS } from './server-options.mjs';

const script = `/** Prints how it was started. */
const [command] = process.argv.slice(2);
if (command === 'wait') {
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => {}, 1000);
}
if (command === 'killed') process.kill(process.pid, 'SIGKILL');
if (command === 'fail') process.exitCode = 5;
console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env['PATH'], malloc: process.env['MALLOC_MMAP_THRESHOLD_'], options: process.execArgv }));
`;

describe('the launcher', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-launch-'));
    await mkdir(join(folder, 'scripts'));
    await mkdir(join(folder, 'node_modules'));
    await cp(join(import.meta.dirname, '../launch.mjs'), join(folder, 'scripts/launch.mjs'));
    await cp(import.meta.dirname, join(folder, 'scripts/launch'), { recursive: true });
    await writeFile(join(folder, 'scripts/show.ts'), script);
    await writeFile(join(folder, 'package.json'), '{ "name": "clone", "private": true, "type": "module" }');
    await writeFile(
      join(folder, 'package-lock.json'),
      '{ "name": "clone", "lockfileVersion": 3, "packages": { "": { "name": "clone" } } }',
    );
    await writeFile(join(folder, 'node_modules/.package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let settings: Record<string, string> = {};
  const launch = (...args: string[]): ChildProcess => {
    // A registry that cannot be reached: these tests install nothing.
    const npm = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0', npm_config_cache: join(folder, 'cache') };
    const env = { ...process.env, ...npm, MILLRACE_HOME: join(folder, 'home'), ...settings };
    return spawn(process.execPath, [join(folder, 'scripts/launch.mjs'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const run = async (...args: string[]): Promise<{ code: number; output: string; errors: string }> => {
    const child = launch(...args);
    const streams = { output: '', errors: '' };
    child.stdout?.on('data', (text) => (streams.output += text));
    child.stderr?.on('data', (text) => (streams.errors += text));
    const [code] = await once(child, 'close');
    return { code, ...streams };
  };

  it('lists the commands with their purpose for an unknown command', async () => {
    for (const args of [[], ['no-such'], ['../show'], ['launch']]) {
      const { code, output, errors } = await run(...args);
      assert.equal(code, 1);
      assert.equal(output, '');
      assert.match(errors, /^ {2}show +Prints how it was started\.$/m);
    }
  });

  it('names a port that is in use, before it creates any file', async () => {
    await writeFile(join(folder, 'scripts/start.ts'), 'console.log("started");\n');
    const [taken, free] = [createServer(), createServer()];
    const portOf = async (server: Server): Promise<string> => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return String((server.address() as AddressInfo).port);
    };
    const [takenPort, freePort] = [await portOf(taken), await portOf(free)];
    free.close();
    for (const [more, setting] of [
      [{ MILLRACE_PORT: takenPort, MILLRACE_METRICS_PORT: 'none' }, 'MILLRACE_PORT'],
      [{ MILLRACE_PORT: freePort, MILLRACE_METRICS_PORT: takenPort }, 'MILLRACE_METRICS_PORT'],
      [{ MILLRACE_ROLE: 'worker', MILLRACE_PORT: takenPort, MILLRACE_METRICS_PORT: takenPort }, 'MILLRACE_METRICS_PORT'],
    ] as const) {
      settings = { ...more, MILLRACE_HOME: join(folder, 'never') };
      const { code, output, errors } = await run('start');
      assert.deepEqual([code, output], [1, '']);
      assert.match(errors, new RegExp(`^Port ${takenPort} on 127\\.0\\.0\\.1 is in use.*set ${setting} to another port\\.$`, 'm'));
      assert.equal(existsSync(join(folder, 'never')), false);
    }
    for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
      settings = { MILLRACE_PORT: freePort, MILLRACE_METRICS_HOST: host, MILLRACE_HOME: join(folder, 'never') };
      const { code, errors } = await run('start');
      assert.deepEqual([code, errors.split(':')[0]], [1, `${host} is no address of this machine`]);
      assert.match(errors, /set MILLRACE_METRICS_HOST to/);
      assert.equal(existsSync(join(folder, 'never')), false);
    }
    settings = { MILLRACE_PORT: freePort, MILLRACE_METRICS_PORT: 'none' };
    assert.match((await run('start')).output, /started/);
    settings = {};
    taken.close();
    await rm(join(folder, 'scripts/start.ts'));
  });

  it('names a port that this user may not open', (t) => {
    const first = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
    if (!existsSync(first) || Number(readFileSync(first, 'utf8')) < 2) return t.skip('each user of this machine may open each port');
    const text = `import { checkPorts } from ${JSON.stringify(import.meta.resolve('./ports.mjs'))};
      if (process.getuid() === 0) process.setuid(65534);
      await checkPorts({ MILLRACE_PORT: '1', MILLRACE_METRICS_PORT: 'none' }).catch(({ message }) => console.log(message));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' });
    assert.equal(stdout, 'This user may not listen on port 1: set MILLRACE_PORT to a port above 1023.\n');
    return undefined;
  });

  it('refuses a home folder that cannot be created, with one line that says what to do', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, 'mine');
    await symlink(join(folder, 'no-such', 'folder'), join(folder, 'a-link'));
    for (const home of [file, join(file, 'below'), join(folder, 'a-link'), '/proc/millrace', '/proc/1/millrace', '/dev/null']) {
      settings = { MILLRACE_HOME: home };
      const { code, output, errors } = await run('show');
      assert.deepEqual([code, output], [1, ''], home);
      assert.match(errors, /^\S+ (?:cannot be created|cannot be used).* MILLRACE_HOME can name another folder\.\n$/);
      assert.doesNotMatch(errors, /\b(?:remove|delete|rm)\b/i);
    }
    settings = {};
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('passes arguments unchanged, puts its Node first in the path, and sets the malloc threshold', async () => {
    const { code, output } = await run('show', 'a b', '--flag', '$HOME');
    const started: unknown = JSON.parse(output);
    assert.ok(typeof started === 'object' && started && 'args' in started && 'path' in started && 'malloc' in started);
    assert.equal(code, 0);
    assert.deepEqual(started.args, ['a b', '--flag', '$HOME']);
    assert.equal(String(started.path).split(':')[0], dirname(process.execPath));
    assert.equal(started.malloc, '262144');
  });

  it('starts only the server with options of Node', async () => {
    await writeFile(join(folder, 'scripts/start.ts'), script);
    settings = { MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none' };
    const optionsOf = async (command: string): Promise<unknown> =>
      (JSON.parse((await run(command)).output) as { options: unknown }).options;
    assert.deepEqual(await optionsOf('start'), SERVER_OPTIONS);
    assert.deepEqual(await optionsOf('show'), []);
    settings = {};
  });

  it('returns the exit code of the command, also when a signal killed it', async () => {
    assert.equal((await run('show', 'fail')).code, 5);
    assert.equal((await run('show', 'killed')).code, 137);
  });

  it('passes a signal to the command and waits until the command ends', async () => {
    const child = launch('show', 'wait');
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 7);
  });

  it('installs nothing when all packages are installed, and writes a stamp', async () => {
    const stamp = join(folder, 'node_modules/.millrace-lock');
    await rm(stamp, { force: true });
    const { errors } = await run('show');
    assert.equal(errors, '');
    assert.match(await readFile(stamp, 'utf8'), /^[0-9a-f]{64}\n$/);
  });

  it('installs only what running needs for a command that runs, and adds the rest beside it for another one', async () => {
    const npm = (...words: string[]): unknown => execFileSync('npm', [...words, '--offline', '--ignore-scripts'], { cwd: folder });
    for (const name of ['needed', 'tested']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      npm('pack', `./${name}`);
    }
    const dependencies = { needed: 'file:needed-1.0.0.tgz' };
    const devDependencies = { tested: 'file:tested-1.0.0.tgz' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'clone', type: 'module', dependencies, devDependencies }));
    npm('install', '--package-lock-only');
    const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
    await writeFile(join(folder, 'scripts/verify.ts'), script);
    const fileOf = (name: string): string => join(folder, 'node_modules', name, 'package.json');
    const are = (): boolean[] => ['needed', 'tested'].map((name) => existsSync(fileOf(name)));
    for (const NODE_ENV of ['', 'production']) {
      settings = { NODE_ENV };
      await rm(join(folder, 'node_modules'), { recursive: true });
      const first = await run('verify');
      assert.deepEqual([first.code, are()], [0, [true, false]], first.errors);
      assert.match(first.errors, /Installing the packages of this repository/);
      assert.equal((await run('verify')).errors, '');
      // A server may run from this folder.
      const { ino } = await stat(fileOf('needed'));
      const second = await run('show');
      assert.deepEqual([second.code, are()], [0, [true, true]], second.errors);
      assert.match(second.errors, /Installing the packages for tests and checks/);
      assert.equal((await stat(fileOf('needed'))).ino, ino);
      for (const command of ['show', 'verify']) assert.equal((await run(command)).errors, '');
    }
    settings = {};
    assert.equal(await readFile(join(folder, 'package-lock.json'), 'utf8'), lock);
  });

  it('uses all packages that somebody else installed for a command that runs', async () => {
    await rm(join(folder, 'node_modules/.millrace-lock'));
    for (const command of ['verify', 'show']) assert.equal((await run(command)).errors, '');
    await rm(join(folder, 'scripts/verify.ts'));
  });

  it('links a package of the repository that was added', async () => {
    const packages = {
      '': { name: 'clone', workspaces: ['packages/own'] },
      'node_modules/@millrace/own': { resolved: 'packages/own', link: true },
      'packages/own': { name: '@millrace/own', version: '1.0.0' },
    };
    await mkdir(join(folder, 'packages/own'), { recursive: true });
    await writeFile(join(folder, 'packages/own/package.json'), JSON.stringify(packages['packages/own']));
    await writeFile(join(folder, 'package.json'), JSON.stringify(packages['']));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'clone', lockfileVersion: 3, packages }));
    assert.equal((await run('show')).code, 0);
    assert.ok(existsSync(join(folder, 'node_modules/@millrace/own/package.json')));
  });

  it('explains in one line why npm cannot install, and what to do', async () => {
    const dependencies = { '@millrace/none': '1.0.0' };
    const packages = { '': { name: 'clone', dependencies }, 'node_modules/@millrace/none': { version: '1.0.0' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'clone', dependencies }));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'clone', lockfileVersion: 3, packages }));
    const { code, errors } = await run('show');
    assert.equal(code, 1);
    assert.match(errors, /^The package registry cannot be reached: check the network, .* then run the command again\.$/m);
    assert.doesNotMatch(errors, /\bat .*\.mjs/);
    assert.match(await readFile(join(folder, 'home/logs/install.log'), 'utf8'), /npm error code ECONNREFUSED/);
    assert.equal(existsSync(join(folder, '.millrace/install.lock')), false);
  });
});
