// run: own server because it sets MILLRACE_LOG_LEVEL
import assert from 'node:assert/strict';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { Readable } from 'node:stream';
import { runTimer } from '../../../../test/support/background.ts';
import { publication, shellBundle, upload } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { checkBatch } from './checks.ts';
import { verifyContent, type FaultyContent } from './index.ts';

// The role `api` runs no timers, so that only the tests check content.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LOG_LEVEL: 'warn' });
const { call, make, platform, home } = server;
const { db } = platform;
const workspace = await make.workspace();

/** Moves the last check a day into the past, so that the daily check and the check of each fault are due. */
async function aDayLater(): Promise<void> {
  await db.writer.rows(sql`update content_walk set began_at = now() - interval '25 hours'`);
  await db.writer.rows(sql`update content_fault set checked_at = now() - interval '25 hours'`);
}

const check = async (): Promise<void> => {
  await aDayLater();
  await runTimer(platform, 'check-content');
};

async function publish(name: string, script = `echo ${name}`): Promise<{ content: Buffer; key: string; path: string; hash: string }> {
  const content = await shellBundle(script);
  const { status, body } = await call('POST /orchestration/artifacts', { form: publication({ workspaceId: workspace.id, name }, content) });
  assert.equal(status, 201, JSON.stringify(body));
  const { key, hash } = await db.reader.only<{ key: string; hash: string }>(sql`
    select b.key, b.hash
    from blob b
    join artifact_version v on v.blob_hash = b.hash
    join artifact a on a.id = v.artifact_id
    where a.name = ${name}
    order by v.id desc
    limit 1`);
  return { content, key, hash, path: join(home, 'blobs', blobPath(key)) };
}

const faults = (): Promise<{ key: string; fault: string }[]> =>
  db.reader.rows(sql`
    select key, fault
    from content_fault
    order by key`);
const errorsLogged = async (): Promise<string[]> =>
  (await readFile(join(home, 'server.log'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.includes('The content of'))
    .map((line) => (JSON.parse(line) as { message: string }).message);

beforeEach(async () => {
  await db.writer.rows(sql`delete from artifact_version`);
  await db.writer.rows(sql`delete from blob`);
  await db.writer.rows(sql`delete from content_fault`);
});

test('finds missing and damaged content each day, logs it once, shows it in /readyz and the metrics, and notices its repair', async () => {
  const [missing, short, swapped, whole] = await Promise.all(['gone', 'short', 'swapped', 'whole'].map((name) => publish(name)));
  assert.ok(missing && short && swapped && whole);
  await check();
  assert.deepEqual(await faults(), []);
  assert.equal((await call('GET /readyz', { token: undefined })).body.status, 'ok');

  await rm(missing.path);
  await writeFile(short.path, short.content.subarray(1));
  await writeFile(swapped.path, Buffer.alloc(swapped.content.length));
  await runTimer(platform, 'check-content');
  assert.deepEqual(await faults(), [], 'the daily check of today is finished');
  await check();
  await check();
  const expected = [
    { key: missing.key, fault: 'missing' },
    { key: short.key, fault: 'damaged' },
    { key: swapped.key, fault: 'damaged' },
  ];
  assert.deepEqual(
    await faults(),
    expected.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  );
  const logged = await errorsLogged();
  assert.equal(logged.length, 3, 'each fault is logged once');
  assert.ok(
    logged.some(
      (line) =>
        line.startsWith(`The content of version `) &&
        line.includes(`of artifact "gone" in workspace "${workspace.name}" is missing: publish`),
    ),
    logged.join('\n'),
  );
  // The answer is kept for a moment.
  platform.cache.clear();
  const { status, body } = await call('GET /readyz', { token: undefined });
  assert.deepEqual([status, body.status, body.failing], [200, 'degraded', ['content']]);
  assert.match(body.reason, /^3 files of content are missing or damaged: npm run verify/);
  assert.match((await call('GET /metrics', { token: undefined })).body, /^millrace_content_faults 3$/m);

  for (const { path, content } of [missing, short, swapped]) await writeFile(path, content);
  await aDayLater();
  await db.writer.rows(sql`update content_walk set began_at = now()`);
  await runTimer(platform, 'check-content');
  assert.deepEqual(await faults(), [], 'noticed without a daily check');
});

test('deletes the fault of content that no row refers to, and adds none for it', async () => {
  const { path } = await publish('short-lived');
  await rm(path);
  await check();
  assert.equal((await faults()).length, 1);
  await db.writer.rows(sql`delete from artifact_version`);
  await db.writer.rows(sql`delete from blob`);
  await check();
  assert.deepEqual(await faults(), []);
  await checkBatch(platform, [{ key: newId(), size: 1, hash: null }], () => true);
  assert.deepEqual(await faults(), []);
});

for (const [title, harm] of [
  ['is missing', (path: string) => rm(path)],
  ['is cut short', (path: string) => writeFile(path, 'x')],
  [
    'has other bytes of the same size, which no check has found',
    async (path: string) => writeFile(path, Buffer.alloc((await readFile(path)).length)),
  ],
] as const) {
  test(`publishing the same bytes again, under another name, repairs content that ${title}`, async () => {
    const first = await publish('healed');
    await harm(first.path);
    if (title === 'is missing') await check();
    const again = await publish('another name', 'echo healed');
    assert.notEqual(again.key, first.key);
    assert.deepEqual(await readFile(again.path), first.content);
    assert.deepEqual([await faults(), await server.count('blob')], [[], { blob: 1 }]);
  });
}

test('uploading a resource again repairs damaged content, and keeps the key of intact content', async () => {
  const content = Buffer.from('rates of today');
  const created = await call('POST /orchestration/resources', {
    form: upload({ resource: { workspaceId: workspace.id, name: 'rates.csv' } }, content),
  });
  assert.equal(created.status, 201);
  const replace = () =>
    call('PUT /orchestration/resources/{resourceId}/upload', { path: { resourceId: created.body.id }, form: upload({}, content) });
  const storedKey = () => db.reader.only<{ key: string }>(sql`select key from blob`);
  const first = await storedKey();
  assert.equal((await replace()).status, 204);
  assert.deepEqual(await storedKey(), first);
  await writeFile(join(home, 'blobs', blobPath(first.key)), 'rates of never.');
  const found: FaultyContent[] = [];
  await verifyContent(platform, { read: true, onFault: (fault) => found.push(fault), onProgress: () => undefined });
  assert.deepEqual(
    found.map(({ fault, owners }) => [fault, owners.map(({ name }) => name)]),
    [['damaged', [`resource "rates.csv" in workspace "${workspace.name}"`]]],
  );
  assert.equal((await replace()).status, 204);
  assert.notDeepEqual(await storedKey(), first);
  assert.deepEqual(await faults(), []);
  await db.writer.rows(sql`delete from resource`);
});

test('checks logs and log files in the store, too', async () => {
  const [chunk, file, execution] = [newId(), newId(), newId()];
  await db.writer.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, blob_key, blob_offset, settled)
    values (${execution}, 1, 1, now(), now(), 1, 5, 5, ${chunk}, 10, true)`);
  await db.writer.rows(sql`
    insert into log_file (id, execution_id, token_hash, format, name, first_index, end_index, blob_key)
    values (${newId()}, ${execution}, ${Buffer.from('x')}, 'TEXT', 'x', 0, 1, ${file})`);
  const found: FaultyContent[] = [];
  const verified = await verifyContent(platform, { read: true, onFault: (fault) => found.push(fault), onProgress: () => undefined });
  assert.deepEqual([verified.contents, verified.faults], [2, 2]);
  assert.deepEqual(found.flatMap(({ owners }) => owners.map(({ name }) => name)).toSorted(), [
    `a log file of execution ${execution}`,
    `the log of execution ${execution}`,
  ]);
  await db.writer.rows(sql`delete from log_chunk`);
  await db.writer.rows(sql`delete from log_file`);
});

test('only counts content in the store that no row refers to', async () => {
  const { key } = await platform.blobs.put(Readable.from(['left over']));
  const path = join(home, 'blobs', blobPath(key));
  await utimes(path, new Date(0), new Date(0));
  const verified = await verifyContent(platform, { read: true, onFault: () => assert.fail(), onProgress: () => undefined });
  assert.deepEqual([verified.faults, verified.unnamed], [0, 1]);
  assert.equal(await readFile(path, 'utf8'), 'left over');
});

test('only one process runs the daily check, and another continues it after a crash', async () => {
  const { path } = await publish('walked');
  await rm(path);
  await db.writer.rows(sql`update content_walk set began_at = now(), position = '', claimed_until = now() + interval '5 minutes'`);
  await runTimer(platform, 'check-content');
  assert.deepEqual(await faults(), [], 'another process runs the check');
  await db.writer.rows(sql`update content_walk set claimed_until = now() - interval '1 second'`);
  await runTimer(platform, 'check-content');
  assert.equal((await faults()).length, 1);
});
