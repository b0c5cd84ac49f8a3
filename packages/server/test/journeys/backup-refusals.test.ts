// run: own process, waiting, in test:all because it starts whole programs
/** The refusals of `npm run backup` and `npm run restore`, one line each. An interrupted run does not prevent the next one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { shellBundle, upload } from '../support/bundles.ts';
import { runCommand, type CommandResult } from '../support/command.ts';
import { Install } from '../support/install.ts';
import { apiCaller } from '../support/full-install.ts';
import { ordinaryDatabase } from '../support/ordinary-database.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const testFolder = await folderBesideTasks('millrace-refusals-');
const [database, empty] = [await ordinaryDatabase(), await ordinaryDatabase()];
const settings = { MILLRACE_HOME: join(testFolder, 'home'), DATABASE_URL: database.url };
const install = new Install(settings.MILLRACE_HOME, { DATABASE_URL: database.url, MILLRACE_ENGINE: 'none' });
const whole = join(testFolder, 'whole');
after(async () => {
  await install.stop();
  await Promise.all([database.drop(), empty.drop()]);
  await rm(testFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows;
}

const assertRefused = (result: CommandResult, reason: RegExp): void => {
  assert.equal(result.code, 1, result.output);
  assert.match(result.errors, reason);
  assert.equal(result.errors.trim().split('\n').length, 1, result.errors);
  assert.doesNotMatch(result.errors, /\b(?:remove|delete|drop|rm)\b/i, 'the message must not advise to destroy data');
};

before(async () => {
  await install.start();
  const call = apiCaller(install);
  const workspace = (await call('GET /orchestration/workspaces')).find((one: { type: string }) => one.type === 'shared');
  for (const name of ['one', 'other'])
    await call(
      'POST /orchestration/artifacts',
      upload({ artifact: { workspaceId: workspace.id, name } }, await shellBundle(`echo ${name}`)),
    );
  const made = await runCommand('backup', [whole], settings);
  assert.equal(made.code, 0, made.errors);
});

describe('npm run backup refuses', () => {
  const backup = (args: readonly string[], more: Record<string, string> = {}): Promise<CommandResult> =>
    runCommand('backup', args, { ...settings, ...more });
  const folder = join(testFolder, 'never');

  it('a call without a folder, and unknown options', async () => {
    assertRefused(await backup([]), /^Name the folder of the backup\. Use npm run backup -- <folder>/);
    assertRefused(await backup(['a', 'b']), /^Name the folder of the backup/);
    assertRefused(await backup([folder, '--quick']), /^Unknown option '--quick'\. Use npm run backup/);
    assert.ok(!existsSync(folder));
  });

  it('a folder that is not empty, and a folder below a file', async () => {
    const full = join(testFolder, 'full');
    await mkdir(full);
    await writeFile(join(full, 'notes.txt'), 'mine');
    assertRefused(await backup([full]), /full is not empty: name a folder that does not exist yet\.$/m);
    assert.deepEqual(await readdir(full), ['notes.txt']);
    assertRefused(await backup([whole]), /whole is not empty/);
    assertRefused(
      await backup([join(full, 'notes.txt', 'below')]),
      /cannot be written into .* \(ENOTDIR\): check its free space and permissions, or name another folder\.$/m,
    );
    assert.equal(await readFile(join(full, 'notes.txt'), 'utf8'), 'mine');
  });

  it('a folder without an install, the key of another database, and a database that cannot be reached', async () => {
    assertRefused(
      await backup([folder], { MILLRACE_HOME: join(testFolder, 'nowhere') }),
      /^There is no folder .*nowhere: set MILLRACE_HOME/,
    );
    assertRefused(await backup([folder], { MILLRACE_KEY: Buffer.alloc(32).toString('base64') }), /^The key is not that of the database/);
    assertRefused(
      await backup([folder], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
      /^The database 'none' on 127\.0\.0\.1:1 cannot be used: .*Check DATABASE_URL/,
    );
    assertRefused(await backup([folder], { DATABASE_URL: empty.url }), /^The database holds no install/);
    assert.ok(!existsSync(folder), 'the folder is removed');
  });

  it('nothing after a backup that failed when its manifest was almost written: nothing of it is left', async () => {
    const failed = join(testFolder, 'failed');
    await mkdir(failed);
    for (const part of ['incomplete', 'manifest.json.new']) await writeFile(join(failed, part), '');
    assertRefused(await backup([failed], { MILLRACE_KEY: Buffer.alloc(32).toString('base64') }), /^The key is not that of the database/);
    assert.deepEqual(await readdir(failed), []);
    assert.equal((await backup([failed])).code, 0);
  });

  it('nothing when a killed backup has left its parts: it starts again', async () => {
    const broken = join(testFolder, 'broken');
    await mkdir(join(broken, 'database'), { recursive: true });
    await writeFile(join(broken, 'incomplete'), '');
    await writeFile(join(broken, 'database', 'account.copy.gz'), 'half');
    assertRefused(
      await runCommand('restore', [broken], { MILLRACE_HOME: join(testFolder, 'never') }),
      /holds no complete backup: manifest\.json is missing/,
    );
    const again = await backup([broken]);
    assert.equal(again.code, 0, again.errors);
    assert.deepEqual((await readdir(broken)).toSorted(), ['content', 'content.jsonl.gz', 'database', 'key', 'manifest.json']);
  });
});

describe('npm run restore refuses', () => {
  const home = join(testFolder, 'target');
  const target = { MILLRACE_HOME: home, DATABASE_URL: empty.url };
  const restore = (folder: string, more: Record<string, string> = {}, ...args: string[]): Promise<CommandResult> =>
    runCommand('restore', [folder, ...args], { ...target, ...more });
  const assertUntouched = async (): Promise<void> => {
    const tables = await query(empty.url, `select relname from pg_class where relnamespace = 'public'::regnamespace`);
    assert.deepEqual(tables, []);
    for (const name of ['key', 'postgres', 'blobs', 'restore.json']) assert.ok(!existsSync(join(home, name)), name);
  };
  /** Returns a changed copy of the backup, without the seal of its manifest, as version 0.1.0 has written it. */
  async function changed(
    change: (folder: string, manifest: { [name: string]: unknown; migrations: object[]; key: object }) => Promise<void>,
  ): Promise<string> {
    const folder = join(testFolder, `changed-${crypto.randomUUID()}`);
    await cp(whole, folder, { recursive: true });
    const file = join(folder, 'manifest.json');
    const { seal, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
    assert.match(seal, /^[0-9a-f]{64}$/);
    await change(folder, manifest);
    await writeFile(file, JSON.stringify(manifest));
    return folder;
  }
  async function contentOf(folder: string): Promise<string> {
    const file = (await readdir(join(folder, 'content'), { recursive: true, withFileTypes: true })).find((one) => one.isFile());
    return join(file?.parentPath ?? '', file?.name ?? '');
  }

  /** Replaces the bytes of a file of content; its size stays. */
  async function zeroContent(folder: string): Promise<void> {
    const path = await contentOf(folder);
    await writeFile(path, Buffer.alloc((await stat(path)).size));
  }
  const PARTITION = { table: 'audit_entry', name: 'part', from: '0'.repeat(36), to: 'f'.repeat(36), storage: [] };

  it('an incomplete, a newer and a damaged backup, and changes nothing', async () => {
    for (const [folder, reason] of [
      [join(testFolder, 'nowhere'), /nowhere holds no complete backup/],
      [await changed((copy) => rm(join(copy, 'database/tenant.copy.gz'))), /The backup is damaged: .*tenant\.copy\.gz/],
      [await changed((copy) => writeFile(join(copy, 'database/tenant.copy.gz'), 'x')), /The backup is damaged: .*tenant\.copy\.gz/],
      [await changed((copy) => writeFile(join(copy, 'content.jsonl.gz'), 'x')), /The backup is damaged: .*content\.jsonl\.gz/],
      [await changed(async (copy) => rm(await contentOf(copy))), /The backup is damaged: .*content\//],
      [await changed(zeroContent), /The backup is damaged: .*content\//],
      [await changed(async (_, manifest) => void (manifest['partitions'] = [{ ...PARTITION, from: 'x' }])), /malformed partition 'part'/],
      [await changed(async (_, manifest) => void (manifest['format'] = 2)), /is a backup of format 2, and this version knows format 1/],
      [
        await changed(async (_, manifest) => void manifest.migrations.push({ name: '9999_later.sql', checksum: '' })),
        /^The backup was made by a newer Millrace \(.*; it has 9999_later\.sql\): restore it with that version/,
      ],
      [
        await changed(async (_, manifest) => void Object.assign(manifest.migrations[0] ?? {}, { checksum: 'other' })),
        /^The migration 0001_\w+\.sql of the backup differs from that of this version/,
      ],
    ] as const) {
      assertRefused(await restore(folder), reason);
      await assertUntouched();
    }
    const resealed = await changed(() => Promise.resolve());
    const text = await readFile(join(whole, 'manifest.json'), 'utf8');
    await writeFile(join(resealed, 'manifest.json'), text.replace('"rows": 1', '"rows": 2'));
    assertRefused(await restore(resealed), /The backup is damaged: .*manifest\.json was changed/);
    await assertUntouched();
    const cut = await changed((copy) => rm(join(copy, 'manifest.json')).then(() => undefined));
    await rm(join(cut, 'manifest.json'));
    assertRefused(await restore(cut), /holds no complete backup: manifest\.json is missing/);
    await writeFile(join(cut, 'manifest.json'), '{ "format"');
    assertRefused(await restore(cut), /manifest\.json cannot be understood: the backup is damaged/);
    await assertUntouched();
  });

  it('another key, and a backup without a key when MILLRACE_KEY is not set', async () => {
    assertRefused(
      await restore(whole, { MILLRACE_KEY: Buffer.alloc(32).toString('base64') }),
      /^MILLRACE_KEY is not the key of this backup/,
    );
    const keyless = await changed(async (copy, manifest) => {
      await rm(join(copy, 'key'));
      Object.assign(manifest.key, { held: false });
    });
    assertRefused(await restore(keyless), /^The backup holds no key: set MILLRACE_KEY/);
    await assertUntouched();
  });

  it('a home folder with an install, a database that is not empty, and a store that is not empty', async () => {
    assertRefused(
      await restore(whole, { MILLRACE_HOME: settings.MILLRACE_HOME }),
      /holds an install already: set MILLRACE_HOME to a folder that does not exist yet/,
    );
    assertRefused(
      await restore(whole, { DATABASE_URL: database.url }),
      /^The database is not empty: set DATABASE_URL to an empty one\. Nothing was changed\.$/m,
    );
    assertRefused(
      await restore(whole, { MILLRACE_BLOB_FOLDER: join(settings.MILLRACE_HOME, 'blobs') }),
      /^The store of content is not empty/,
    );
    await query(empty.url, 'create table notes (id integer)');
    assertRefused(await restore(whole), /^The database is not empty/);
    await query(empty.url, 'drop table notes');
    await assertUntouched();
  });

  it('a backup without content, unless --without-content is used, which keeps the existing store', async () => {
    const bare = join(testFolder, 'bare');
    assert.equal((await runCommand('backup', [bare, '--without-content'], settings)).code, 0);
    assert.deepEqual((await readdir(bare)).toSorted(), ['database', 'key', 'manifest.json']);
    assertRefused(await restore(bare), /^The backup was made without content: add --without-content/);
    await assertUntouched();
    const other = await ordinaryDatabase();
    const otherTarget = {
      MILLRACE_HOME: join(testFolder, 'bare-home'),
      DATABASE_URL: other.url,
      MILLRACE_BLOB_FOLDER: join(settings.MILLRACE_HOME, 'blobs'),
    };
    const done = await runCommand('restore', [bare, '--without-content'], otherTarget);
    assert.equal(done.code, 0, done.errors);
    assert.match((await runCommand('verify', [], otherTarget)).output, /^All 2 files of content are present/m);
    await other.drop();
  });

  it('no backup of an older version: its schema is migrated', async () => {
    // Without its rows, because they have columns that the older tables did not have.
    const older = await changed(async (_, manifest) => {
      manifest.migrations = manifest.migrations.slice(0, 35);
      Object.assign(manifest, { tables: [], partitions: [] });
    });
    const other = await ordinaryDatabase();
    const done = await restore(older, { MILLRACE_HOME: join(testFolder, 'older-home'), DATABASE_URL: other.url });
    assert.equal(done.code, 0, done.errors);
    assert.match(done.output, /^The database was brought up to date \(\d+ migrations\)\.$/m);
    assert.deepEqual(await query(other.url, 'select fault from content_fault'), []);
    await other.drop();
  });

  it('a home folder with an incomplete restore: no server starts on it, and the next restore is complete', async () => {
    // The state after a kill between the first file of content and the database.
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'restore.json'), '');
    await cp(join(whole, 'content'), join(home, 'blobs'), { recursive: true });
    assertRefused(await restore(await changed(zeroContent)), /^The backup is damaged: .*content\//);
    const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const started = spawnSync(process.execPath, [program], {
      env: { ...programEnvironment(), ...target, MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none' },
      encoding: 'utf8',
    });
    assert.equal(started.status, 1);
    assert.match(started.stderr, /"message":"A restore into the home folder .* has not ended: run the same npm run restore again/);
    const again = await restore(whole);
    assert.equal(again.code, 0, again.errors);
    assert.ok(!existsSync(join(home, 'restore.json')));

    // The state after a kill between the commit and the last step.
    await writeFile(join(home, 'restore.json'), '');
    const third = await restore(whole);
    assert.equal(third.code, 0, third.errors);
    assert.match(third.output, /^An interrupted restore of this backup has already filled the database\.$/m);
    assert.match((await runCommand('verify', [], target)).output, /^All 2 files of content are present/m);
    assertRefused(await restore(whole), /holds an install already/);
    assert.deepEqual(await query(empty.url, 'select name from artifact order by name'), [{ name: 'one' }, { name: 'other' }]);
  });
});
