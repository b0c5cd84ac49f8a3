// run: own process, waiting, on request because it installs packages from the registry
/** The commands that the pages show for a running server, run in a fresh clone. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { blockOf, makeClone, type Clone } from './clone.ts';

const clone: Clone = await makeClone();
after(() => clone.remove());
const tokenFile = join(clone.home, '.millrace', 'admin.token');
const statusWith = async (token: string): Promise<number> =>
  (await fetch(`${clone.url}/account/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('a reader with a fresh clone', { concurrency: false }, () => {
  it('starts the demo, which prints what the README shows', async () => {
    const output = await clone.start('npm start -- --demo');
    assert.match(output, /Task load-airports runs as execution /);
    assert.match(
      output,
      /execution_successful[^]*rows {4}3376 processed, 0 rejected[^]*execution_rejected[^]*rows {4}3326 processed, 50 rejected/,
    );
    assert.match(output, /── shell /);
  });

  it('gets only the packages that running needs', () => {
    for (const name of ['fastify', 'vite']) assert.ok(existsSync(join(clone.folder, 'node_modules', name)), name);
    for (const name of ['oxlint', 'playwright-core']) assert.ok(!existsSync(join(clone.folder, 'node_modules', name)), name);
  });

  it('uses the command line as the README says', async () => {
    // tries `millrace artifact publish examples/shell/build/shell.zip`
    const output = await clone.run(blockOf('README.md', 'npm run -s millrace -- artifact publish', clone));
    assert.match(output, /Hello, Ada\./);
    assert.match(output, /✓ Succeeded/);
  });

  it('uses curl as the README says, twice', async () => {
    for (const time of ['first', 'second']) {
      const output = await clone.run(blockOf('README.md', 'api=http', clone));
      assert.match(output, /"executionStatus":"EXECUTION_SUCCESS"|"status":"execution_successful"/i, `the ${time} time`);
      assert.match(output, /Hello, curl\./, `the ${time} time`);
    }
  });

  it('runs a bundle without a server', async () => {
    assert.match(await clone.run('npm run -s millrace -- bundle run examples/shell --parameter who=Ada'), /Hello, Ada\.[^]*✓ Succeeded/);
  });

  it('shows the help of the command line, and pairs an engine', async () => {
    assert.match(await clone.run('npm run millrace -- --help'), /Publish artifacts, run tasks/);
    // tries `millrace engine pair`
    const paired = await clone.run('npm run -s millrace -- engine pair --name berlin --folder "$HOME/berlin"');
    assert.match(paired, /millrace-engine pair --url http/);
    // tries `millrace engine list`
    assert.match(await clone.run('npm run -s millrace -- engine list'), /Built-in engine[^]*berlin|berlin[^]*Built-in engine/);
  });

  it('builds and runs the examples by their own pages', async () => {
    // tries `npm run build:examples`
    // tries the blocks of `examples/shell/README.md`
    const shell = exampleBlock('shell');
    assert.match(await clone.run(shell), /Hello, Ada\.\n.*This is a shell script run by Millrace\./s);
    const databaseUrl = await embeddedDatabase();
    // The last run of the page is strict: it ends with rejected rows, for which the command line has an exit code.
    // tries the blocks of `examples/load-airports/README.md`
    const load = await clone.runAnyway(exampleBlock('load-airports'), {
      environment: { DATABASE_URL: databaseUrl },
    });
    assert.match(load.text, /✓ Succeeded: 3376 rows processed[^]*▲ Succeeded, rows rejected: 3326 rows processed/, load.text);
    assert.equal(load.code, 11, load.text);
  });

  it('builds and runs the Java example if the machine has a JDK', async (t) => {
    if ((await clone.runAnyway('command -v javac')).code !== 0) return t.skip('this machine has no JDK');
    // tries the blocks of `examples/job-archive/README.md`
    const job = await clone.runAnyway(exampleBlock('job-archive'));
    assert.match(job.text, /✓ Succeeded: 3376 rows processed, 0 rejected[^]*▲ Succeeded, rows rejected: 3326 rows processed, 50 rejected/);
    assert.equal(job.code, 11, job.text);
  });

  it('replaces the token of the administrator with `npm run rotate:token`', async () => {
    const old = (await readFile(tokenFile, 'utf8')).trim();
    await clone.run('npm run rotate:token');
    const fresh = (await readFile(tokenFile, 'utf8')).trim();
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [401, 200]);
  });

  it('disables the IP allowlist with `npm run allowlist -- off`', async () => {
    const authorization = `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}`;
    const allowlist = (init: RequestInit = {}): Promise<Response> =>
      fetch(`${clone.url}/security/ip-allowlist`, { ...init, headers: { authorization, 'content-type': 'application/json' } });
    assert.equal((await allowlist({ method: 'POST', body: '{"enabled":true}' })).status, 201);
    assert.match((await clone.runAnyway('npm run allowlist')).text, /Use npm run allowlist -- off/);
    assert.match(await clone.run('npm run allowlist -- off'), /The IP allowlist of '.+' is disabled/);
    assert.deepEqual(await (await allowlist()).json(), { enabled: false, ips: [] });
    assert.match(await clone.run('npm run allowlist -- off'), /No IP allowlist is enabled/);
  });

  it('retries events that were set aside with `npm run retry:events`', async () => {
    assert.match(await clone.run('npm run retry:events'), /No event is set aside/);
    assert.match((await clone.runAnyway('npm run retry:events -- all')).text, /Use npm run retry:events/);
  });

  it('stops with Ctrl-C, changes the key with `npm run rotate:key`, and starts again', async () => {
    await clone.stop();
    const old = (await readFile(join(clone.home, '.millrace', 'key'), 'utf8')).trim();
    const key = (await clone.run('openssl rand -base64 32')).trim().split('\n').at(-1) ?? '';
    assert.match(
      await clone.run('npm run rotate:key', { environment: { MILLRACE_KEY: key, MILLRACE_OLD_KEYS: old } }),
      /secrets were encrypted again/,
    );
    await clone.start('npm start', { environment: { MILLRACE_KEY: key } });
    await clone.stop();
  });

  it('deletes the database with `npm run db:reset` only after the answer yes', async (t) => {
    assert.match((await clone.runAnyway('npm run db:reset')).text, /Nothing was deleted\./);
    if ((await clone.runAnyway('command -v script')).code !== 0)
      return t.skip('this machine has no `script`, which gives a command a terminal');
    // The command asks its question only on a terminal.
    const onTerminal = (answer: string) => clone.runAnyway(`script -qec 'npm run db:reset' /dev/null`, { input: `${answer}\n` });
    assert.match((await onTerminal('no')).text, /Nothing was deleted\./);
    assert.match((await onTerminal('yes')).text, /Deleted\. The next start sets up an empty database\./);
    await clone.start('npm start');
    assert.equal(await statusWith((await readFile(tokenFile, 'utf8')).trim()), 200);
  });

  it('gets the packages for tests and checks beside a running server, which keeps its own', async () => {
    const fileOf = (name: string): string => join(clone.folder, 'node_modules', name, 'package.json');
    const before = await stat(fileOf('fastify'));
    assert.match(await clone.run('npm run where -- "POST /orchestration/schedules/42/triggers"'), /tested at/);
    assert.ok(existsSync(fileOf('oxlint')));
    assert.equal((await stat(fileOf('fastify'))).ino, before.ino);
    assert.equal(await clone.run('git status --porcelain'), '');
    assert.match(await clone.run('npm run -s millrace -- bundle run examples/shell --parameter who=Ada'), /Hello, Ada\.[^]*✓ Succeeded/);
    assert.equal(await statusWith((await readFile(tokenFile, 'utf8')).trim()), 200);
  });
});

/** Returns the block of the page of an example. Its tasks get other names, because the demo and the README have created tasks of these names. */
function exampleBlock(name: 'shell' | 'load-airports' | 'job-archive'): string {
  return blockOf(`examples/${name}/README.md`, 'npm run build:examples', clone).replaceAll(/task (create|run) (\S+)/g, 'task $1 $2-again');
}

/** Returns the address of the embedded database, composed as docs/operations.md says. */
async function embeddedDatabase(): Promise<string> {
  const [password, port] = await Promise.all(
    ['password', 'port'].map(async (name) => (await readFile(join(clone.home, '.millrace', 'postgres', name), 'utf8')).trim()),
  );
  return `postgres://millrace:${password}@127.0.0.1:${port}/millrace`;
}
