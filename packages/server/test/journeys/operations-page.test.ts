// run: own process, waiting, in test:all because it starts whole programs
/** Runs every command and every statement of docs/operations.md, with other hosts, folders and secrets. */
// tries the blocks of `docs/operations.md`
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { SERVER_OPTIONS } from '../../../../scripts/launch/server-options.mjs';
import { readText } from '../../../../scripts/house/source-files.ts';
import { eventually, Install } from '../support/install.ts';
import { apiCaller } from '../support/full-install.ts';
import { ordinaryDatabase } from '../support/ordinary-database.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readText('docs/operations.md');
const blocksOf = (kind: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
const testFolder = await folderBesideTasks('millrace-page-');
const home = join(testFolder, 'millrace');
const install = new Install(home, { MILLRACE_ENGINE: 'none' });
before(() => install.start());
after(async () => {
  await install.stop();
  await rm(testFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Runs a command of the page in a shell; `npm run` uses the launcher. */
async function run(line: string, settings: Record<string, string> = {}): Promise<string> {
  const text = line.replaceAll('/var/lib/', `${testFolder}/`).replaceAll('/var/backups/', `${testFolder}/backup-`);
  const child = spawn('sh', ['-c', text], { cwd: root, env: { ...programEnvironment(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${text}\n${output}`);
  return output;
}

describe('docs/operations.md', () => {
  const [servers = '', ...rest] = blocksOf('sh');
  const lines = rest.flatMap((block) => block.trim().split('\n'));

  test('contains only commands that this test or another test runs', () => {
    assert.deepEqual(lines, [
      // tries `npm run backup`, `npm run verify`
      'MILLRACE_HOME=/var/lib/millrace npm run backup -- /var/backups/millrace-monday',
      'MILLRACE_HOME=/var/lib/millrace-restored npm run restore -- /var/backups/millrace-monday',
      'MILLRACE_HOME=/var/lib/millrace-restored npm run verify',
      'MILLRACE_HOME=/var/lib/millrace npm run verify',
      'MILLRACE_HOME=/var/lib/millrace npm run verify -- --sizes',
    ]);
    const inline = [...page.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
    const commands = inline.filter((text) =>
      /^(?:[A-Z_]+=\S+ )*(?:millrace|npm|npx|node|openssl|aws|pg_\w+|psql|rsync|cp|tar|docker|kubectl|systemctl|curl) /.test(text),
    );
    assert.deepEqual(
      [...new Set(commands)].toSorted(),
      [
        'MILLRACE_HOME=/var/lib/millrace-api npm run rotate:token',
        // The tests of the command line run these four.
        'millrace engine pair',
        'millrace explain <id>',
        'millrace trigger list-ownerless',
        'millrace trigger take-over',
        // The test of backups runs these two.
        'npm run audit:verify',
        'npm run audit:verify -- --head <seal>',
        'npm run backup',
        // fail-over.test.ts runs it.
        'npm run fail-over',
        // The test of migrations runs it by the program of the image.
        'npm run migrate',
        // scripts/fresh-clone/readme.test.ts runs it.
        'npm run retry:events',
        'npm run rotate:key',
        'npm run verify',
        // The tests of the launcher and of the demo run it.
        'npm start',
        'openssl rand -base64 32',
      ],
      'run a new command of the page in a test',
    );
  });

  test('its commands succeed, in their order, while a server runs', async () => {
    for (const line of lines) await run(line);
    const restored = new Install(join(testFolder, 'millrace-restored'), { MILLRACE_ENGINE: 'none' });
    await restored.start();
    assert.equal((await apiCaller(restored)('GET /account/me')).login, 'admin');
    await restored.stop();
    const file = join(home, 'admin.token');
    const old = await readFile(file, 'utf8');
    await run('MILLRACE_HOME=/var/lib/millrace npm run rotate:token');
    assert.notEqual(await readFile(file, 'utf8'), old);
  });

  test('its servers start side by side on one database, and its change of keys works', async () => {
    const database = await ordinaryDatabase();
    const key = execFileSync('openssl', ['rand', '-base64', '32'], { encoding: 'utf8' }).trim();
    const [, exported = '', ...starts] = /^(export [^]*?[^\\]\n)([^]*)$/.exec(servers) ?? [];
    const processes = starts
      .join('\n')
      .trim()
      .split('\n')
      .map((line) => line.replace(/ *#.*$/, ''));
    assert.equal(processes.length, 2);
    const settings = exported
      .replace(/DATABASE_URL=\S+/, `DATABASE_URL=${database.url}`)
      .replace('MILLRACE_KEY=…', `MILLRACE_KEY=${key}`)
      .replace('/mnt/millrace', join(testFolder, 'content'));
    assert.doesNotMatch(settings, /…/);
    assert.ok(settings.includes(`HEAP='${SERVER_OPTIONS.join(' ')}'`), 'HEAP must have the options that `npm start` uses');
    const running = processes.map((line) => {
      const text = line.replaceAll('/var/lib/', `${testFolder}/`).replace('node $HEAP', 'exec node $HEAP');
      return spawn('sh', ['-c', `${settings}\nexport MILLRACE_PORT=0 MILLRACE_METRICS_PORT=0\n${text}`], {
        cwd: root,
        env: programEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    });
    for (const child of running) {
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      await eventually('the process serves', async () => {
        assert.equal(child.exitCode, null, output);
        return /serves|runs jobs/i.test(output) ? true : undefined;
      });
    }
    for (const child of running) {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      assert.equal(code, 0);
    }
    const next = execFileSync('openssl', ['rand', '-base64', '32'], { encoding: 'utf8' }).trim();
    const environment = { MILLRACE_HOME: join(testFolder, 'millrace-api'), DATABASE_URL: database.url };
    assert.match(
      await run('npm run rotate:key', { ...environment, MILLRACE_KEY: next, MILLRACE_OLD_KEYS: key }),
      /all secrets use the current key/,
    );
    await run('npm run rotate:token', { ...environment, MILLRACE_KEY: next });
    await database.drop();
  });

  test('its statements run on the tables of this version', async () => {
    const [password, port] = [await readFile(join(home, 'postgres/password'), 'utf8'), await readFile(join(home, 'postgres/port'), 'utf8')];
    // The address of the embedded database, as on the page.
    const client = new Client({ connectionString: `postgres://millrace:${password.trim()}@127.0.0.1:${port.trim()}/millrace` });
    await client.connect();
    const [block = '', ...more] = blocksOf('sql');
    assert.deepEqual(more, []);
    const results = (await client.query(block).finally(() => client.end())) as unknown as object[];
    assert.equal(results.length, 6);
  });

  test('its alert rules name metrics that are served', async () => {
    const { watchUrl } = JSON.parse(await readFile(join(home, 'server.json'), 'utf8')) as { watchUrl: string };
    const metrics = await (await fetch(`${watchUrl}/metrics`)).text();
    const named = blocksOf('yaml').flatMap((block) => block.match(/\bmillrace_\w+/g) ?? []);
    assert.ok(named.length > 10);
    // A process serves these only while it waits as a standby: `standby.test.ts` reads them.
    const ofWaiting = new Set(['millrace_standby_receives', 'millrace_standby_age_seconds']);
    for (const name of named.filter((candidate) => !ofWaiting.has(candidate)))
      assert.match(metrics, new RegExp(`^# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `, 'm'));
  });
});
