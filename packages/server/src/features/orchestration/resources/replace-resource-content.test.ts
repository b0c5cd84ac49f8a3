// run: own server because it sets MILLRACE_UPLOAD_BYTES
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, test } from 'node:test';
import { upload, zip } from '../../../../test/support/bundles.ts';
import { rawZip } from '../../../../test/support/raw-zip.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const LIMIT = 100_000;
const server = await startTestServer({ MILLRACE_UPLOAD_BYTES: String(LIMIT) });
const { call, count, files, make, platform } = server;
const ROUTE = 'PUT /orchestration/resources/{resourceId}/upload';

async function create(bytes: Buffer, file = true): Promise<string> {
  const resource = { workspaceId, name: 'replaced', file };
  return (await call('POST /orchestration/resources', { form: upload({ resource }, bytes) })).body.id;
}
const replace = (form: FormData): Promise<Answer> => call(ROUTE, { path: { resourceId: id }, form });
async function content(): Promise<string> {
  const { key } = await platform.db.reader.only<{ key: string }>(sql`
    select b.key
    from resource r
    join blob b on b.hash = r.blob_hash
    where r.id = ${id}`);
  return text(platform.blobs.read(key));
}

let workspaceId = '';
let id = '';
beforeEach(async () => {
  workspaceId = (await make.workspace()).id;
  id = await create(Buffer.from('old'));
});

describe('resources.upload.content', () => {
  test('replaces the old content', async () => {
    const answer = await replace(upload({}, Buffer.from('new')));
    assert.deepEqual([answer.status, answer.body], [204, undefined]);
    assert.equal(await content(), 'new');
  });
  test('is the whole content of one of several concurrent uploads', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50_000));
    const answers = await Promise.all(texts.map((text) => replace(upload({}, Buffer.from(text)))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204, 204],
    );
    assert.ok(texts.includes(await content()));
  });
  test('may be equal to the old content', async () => {
    assert.equal((await replace(upload({}, Buffer.from('old')))).status, 204);
    assert.equal(await content(), 'old');
  });
});

test('resources.upload.absent', async () => {
  assert.equal((await replace(new FormData())).status, 204);
  assert.equal(await content(), 'old');
});

test('requires AUTHOR on the workspace', async () => {
  const replaceAs = (token: string | undefined): Promise<Answer> =>
    call(ROUTE, { token, path: { resourceId: id }, form: upload({}, Buffer.from('new')) });
  await requiresOneOf(server, { workspace: workspaceId, right: 'AUTHOR' }, replaceAs, 204);
});

test('refuses a malformed upload and keeps the old content', async () => {
  const storedState = async (): Promise<unknown> => ({
    ...(await count('blob')),
    files: (await files()).toSorted(),
    content: await content(),
  });
  const before = await storedState();
  assertRefused(await replace(upload({}, Buffer.alloc(LIMIT + 1))), 413, 'too_large');
  assertRefused(await replace(upload({ resource: {} }, Buffer.from('new'))), 400, 'malformed_request');
  const twice = upload({}, Buffer.from('new'));
  twice.append('file', new Blob(['more']), 'more');
  assertRefused(await replace(twice), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { path: { resourceId: id }, body: {} }), 400, 'unsupported_media_type');
  const unknown = { path: { resourceId: crypto.randomUUID() }, form: upload({}, Buffer.from('new')) };
  assertRefused(await call(ROUTE, unknown), 404, 'not_found');
  assert.deepEqual(await storedState(), before);
});

test('accepts for a folder only a zip that can be unpacked', async () => {
  workspaceId = (await make.workspace()).id;
  id = await create(await zip({ 'a.txt': 'a' }), false);
  const before = await content();
  for (const bytes of [Buffer.from('no zip'), rawZip([{ name: '../evil', content: 'x' }])])
    assertRefused(await replace(upload({}, bytes)), 400, 'resource_refused');
  assert.equal(await content(), before);
  assert.equal((await replace(upload({}, await zip({ 'b.txt': 'b' })))).status, 204);
});
