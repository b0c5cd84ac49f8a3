import assert from 'node:assert/strict';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { Readable } from 'node:stream';
import { publication, shellBundle, upload } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { lookAt } from './look.ts';
import { checkContent } from './timers.ts';
import { verifyContent, type FaultyContent } from './index.ts';

// Without timers of its own: each look is the test's.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LOG_LEVEL: 'warn' });
const { call, make, platform, home } = server;
const { db } = platform;
const workspace = await make.workspace();

/** A day later: a walk is due, and so is another look at each fault. */
async function aDayLater(): Promise<void> {
  await db.writer.rows(sql`update content_walk set began_at = now() - interval '25 hours'`);
  await db.writer.rows(sql`update content_fault set checked_at = now() - interval '25 hours'`);
}

const check = async (): Promise<void> => {
  await aDayLater();
  await checkContent.run(platform);
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

test('what is missing or damaged is found each day, told once, shown by /readyz and counted, and forgotten when it is back', async () => {
  const [gone, short, swapped, whole] = await Promise.all(['gone', 'short', 'swapped', 'whole'].map((name) => publish(name)));
  assert.ok(gone && short && swapped && whole);
  await check();
  assert.deepEqual(await faults(), []);
  assert.equal((await call('GET /readyz', { token: undefined })).body.status, 'ok');

  await rm(gone.path);
  await writeFile(short.path, short.content.subarray(1));
  await writeFile(swapped.path, Buffer.alloc(swapped.content.length));
  await checkContent.run(platform);
  assert.deepEqual(await faults(), [], 'the walk of today is over');
  await check();
  await check();
  const expected = [
    { key: gone.key, fault: 'missing' },
    { key: short.key, fault: 'damaged' },
    { key: swapped.key, fault: 'damaged' },
  ];
  assert.deepEqual(
    await faults(),
    expected.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  );
  const told = await errorsLogged();
  assert.equal(told.length, 3, 'each once, however often it is looked at');
  assert.ok(
    told.some(
      (line) =>
        line.startsWith(`The content of version `) &&
        line.includes(`of artifact "gone" in workspace "${workspace.name}" is missing: publish`),
    ),
    told.join('\n'),
  );
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const { status, body } = await call('GET /readyz', { token: undefined });
  assert.deepEqual([status, body.status, body.failing], [200, 'degraded', ['content']]);
  assert.match(body.reason, /^3 files of content are missing or damaged: npm run verify/);
  assert.match((await call('GET /metrics', { token: undefined })).body, /^millrace_content_faults 3$/m);

  for (const one of [gone, short, swapped]) await writeFile(one.path, one.content);
  await aDayLater();
  await db.writer.rows(sql`update content_walk set began_at = now()`);
  await checkContent.run(platform);
  assert.deepEqual(await faults(), [], 'seen without a walk');
});

test('a fault of content that nothing names any more is forgotten, and none is entered for such', async () => {
  const one = await publish('short-lived');
  await rm(one.path);
  await check();
  assert.equal((await faults()).length, 1);
  await db.writer.rows(sql`delete from artifact_version`);
  await db.writer.rows(sql`delete from blob`);
  await check();
  assert.deepEqual(await faults(), []);
  await lookAt(platform, [{ key: newId(), size: 1, hash: null }], () => true);
  assert.deepEqual(await faults(), []);
});

for (const [title, harm] of [
  ['is missing', (path: string) => rm(path)],
  ['is cut short', (path: string) => writeFile(path, 'x')],
  [
    'holds other bytes of that number, which nobody has noticed',
    async (path: string) => writeFile(path, Buffer.alloc((await readFile(path)).length)),
  ],
] as const) {
  test(`publishing the same bytes again heals content that ${title}, whatever the artifact is called`, async () => {
    const one = await publish('healed');
    const before = one.key;
    await harm(one.path);
    if (title === 'is missing') await check();
    const again = await publish('another name', 'echo healed');
    assert.notEqual(again.key, before);
    assert.deepEqual(await readFile(again.path), one.content);
    assert.deepEqual([await faults(), await server.count('blob')], [[], { blob: 1 }]);
  });
}

test('content of a resource that is damaged is healed by uploading it again, and content that is whole stays under its key', async () => {
  const content = Buffer.from('rates of today');
  const created = await call('POST /orchestration/resources', {
    form: upload({ resource: { workspaceId: workspace.id, name: 'rates.csv' } }, content),
  });
  assert.equal(created.status, 201);
  const replace = () =>
    call('PUT /orchestration/resources/{resourceId}/upload', { path: { resourceId: created.body.id }, form: upload({}, content) });
  const kept = () => db.reader.only<{ key: string }>(sql`select key from blob`);
  const first = await kept();
  assert.equal((await replace()).status, 204);
  assert.deepEqual(await kept(), first);
  await writeFile(join(home, 'blobs', blobPath(first.key)), 'rates of never.');
  const found: FaultyContent[] = [];
  await verifyContent(platform, { read: true, onFault: (one) => found.push(one), onProgress: () => undefined });
  assert.deepEqual(
    found.map(({ fault, owners }) => [fault, owners.map(({ name }) => name)]),
    [['damaged', [`resource "rates.csv" in workspace "${workspace.name}"`]]],
  );
  assert.equal((await replace()).status, 204);
  assert.notDeepEqual(await kept(), first);
  assert.deepEqual(await faults(), []);
  await db.writer.rows(sql`delete from resource`);
});

test('logs and log files that lie in the store are looked at too', async () => {
  const [chunk, file, execution] = [newId(), newId(), newId()];
  await db.writer.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, blob_key, blob_offset, settled)
    values (${execution}, 1, 1, now(), now(), 1, 5, 5, ${chunk}, 10, true)`);
  await db.writer.rows(sql`
    insert into log_file (id, execution_id, token_hash, format, name, first_index, end_index, blob_key)
    values (${newId()}, ${execution}, ${Buffer.from('x')}, 'TEXT', 'x', 0, 1, ${file})`);
  const found: FaultyContent[] = [];
  const looked = await verifyContent(platform, { read: true, onFault: (one) => found.push(one), onProgress: () => undefined });
  assert.deepEqual([looked.contents, looked.faults], [2, 2]);
  assert.deepEqual(found.flatMap(({ owners }) => owners.map(({ name }) => name)).toSorted(), [
    `a log file of execution ${execution}`,
    `the log of execution ${execution}`,
  ]);
  await db.writer.rows(sql`delete from log_chunk`);
  await db.writer.rows(sql`delete from log_file`);
});

test('what the store holds and no row names is only counted', async () => {
  const { key } = await platform.blobs.put(Readable.from(['left over']));
  const path = join(home, 'blobs', blobPath(key));
  await utimes(path, new Date(0), new Date(0));
  const looked = await verifyContent(platform, { read: true, onFault: () => assert.fail(), onProgress: () => undefined });
  assert.deepEqual([looked.faults, looked.unnamed], [0, 1]);
  assert.equal(await readFile(path, 'utf8'), 'left over');
});

test('of several processes one walks, and one that died in the middle holds up none for long', async () => {
  const one = await publish('walked');
  await rm(one.path);
  await db.writer.rows(sql`update content_walk set began_at = now(), position = '', claimed_until = now() + interval '5 minutes'`);
  await checkContent.run(platform);
  assert.deepEqual(await faults(), [], 'another process walks');
  await db.writer.rows(sql`update content_walk set claimed_until = now() - interval '1 second'`);
  await checkContent.run(platform);
  assert.equal((await faults()).length, 1);
});
