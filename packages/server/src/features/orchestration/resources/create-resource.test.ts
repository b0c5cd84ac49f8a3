// run: own server because it sets MILLRACE_UPLOAD_BYTES
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, test } from 'node:test';
import { upload, zip } from '../../../../test/support/bundles.ts';
import { rawZip } from '../../../../test/support/raw-zip.ts';
import { requiresOneOf } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const LIMIT = 100_000;
const server = await startTestServer({ MILLRACE_UPLOAD_BYTES: String(LIMIT) });
const { call, count, files, make, platform } = server;
const ROUTE = 'POST /orchestration/resources';
const content = Buffer.from('code,name\nLIS,Lisbon\n');

const create = (resource: object, bytes: Buffer | undefined = content, token?: string): Promise<Answer> =>
  call(ROUTE, { form: upload({ resource }, bytes), ...(token !== undefined && { token }) });
const storedState = async (): Promise<unknown> => ({ ...(await count('resource', 'blob')), files: (await files()).toSorted() });

async function refuses(form: FormData, status: number, detail: string, message = /./): Promise<void> {
  const before = await storedState();
  const answer = await call(ROUTE, { form });
  assert.deepEqual({ status: answer.status, detail: answer.body.detail }, { status, detail }, answer.body.message);
  assert.match(answer.body.message, message);
  assert.deepEqual(await storedState(), before);
}

let workspaceId = '';
beforeEach(async () => {
  workspaceId = (await make.workspace()).id;
});

test('answers with the new resource', async () => {
  const { status, body } = await create({ workspaceId, name: ' airports.csv ', description: 'All of them', file: true });
  assert.equal(status, 201);
  const { id, workspaceInfo, ...rest } = body;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(workspaceInfo.id, workspaceId);
  assert.deepEqual(rest, { name: 'airports.csv', description: 'All of them', file: true });
  assert.deepEqual((await call('GET /orchestration/resources/{resourceId}', { path: { resourceId: id } })).body, body);
});

test('is a file by default', async () => {
  assert.equal((await create({ workspaceId, name: 'plain' })).body.file, true);
});

test('stores content unchanged, and equal content once', async () => {
  const encoded = Buffer.from(content.toString('base64'));
  const before = await files();
  for (const name of ['one', 'two']) assert.equal((await create({ workspaceId, name }, encoded)).status, 201);
  const hash = createHash('sha256').update(encoded).digest('hex');
  const { key } = await platform.db.reader.only<{ key: string }>(sql`select key from blob where hash = ${hash}`);
  assert.deepEqual(await buffer(platform.blobs.read(key)), encoded);
  assert.deepEqual((await files()).toSorted(), [...before, key].toSorted());
});

test('resources.create.right', async () => {
  const ownWorkspace = (await make.workspace()).id;
  let number = 0;
  const nextResource = (): object => ({ workspaceId: ownWorkspace, name: `Resource ${(number += 1)}` });
  await requiresOneOf(
    server,
    { workspace: ownWorkspace, right: 'AUTHOR' },
    (token) => call(ROUTE, { token, form: upload({ resource: nextResource() }, content) }),
    201,
  );
});

test('resources.create.workspace', async () => {
  await refuses(upload({ resource: { workspaceId: crypto.randomUUID(), name: 'x' } }, content), 404, 'not_found', /^Workspace /);
});

describe('resources.create.name', () => {
  test('is free only in another workspace', async () => {
    assert.equal((await create({ workspaceId, name: 'airports' })).status, 201);
    await refuses(upload({ resource: { workspaceId, name: 'airports' } }, content), 409, 'resource_name_taken');
    await refuses(upload({ resource: { workspaceId, name: ' airports' } }, Buffer.from('other')), 409, 'resource_name_taken');
    assert.equal((await create({ workspaceId: (await make.workspace()).id, name: 'airports' })).status, 201);
  });
  test('exactly one of concurrent creations succeeds', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((index) => create({ workspaceId, name: 'same' }, Buffer.from(`${index % 2}`))));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409]);
    assert.equal((await call('GET /orchestration/resources', { query: { workspaceId } })).body.total, 1);
  });
});

describe('resources.create.parts', () => {
  const resource = (): object => ({ workspaceId, name: 'parts' });
  const twice = (): FormData => {
    const form = upload({ resource: resource() }, content);
    form.append('file', new Blob(['more']), 'more');
    return form;
  };
  const cases: [string, () => FormData, RegExp][] = [
    ['no part', () => new FormData(), /the part 'resource' is missing/],
    ['no file', () => upload({ resource: resource() }), /the part 'file' is missing/],
    ['no JSON part', () => upload({}, content), /the part 'resource' is missing/],
    ['two files', twice, /the part 'file' is there twice/],
    ['an unknown part', () => upload({ resource: resource(), more: {} }, content), /'more' is no part of it/],
    ['an unknown field', () => upload({ resource: { ...resource(), path: '/' } }, content), /unrecognized field 'path'/],
    ['no name', () => upload({ resource: { workspaceId } }, content), /the field 'name' is missing/],
    ['a blank name', () => upload({ resource: { workspaceId, name: '  ' } }, content), /must not be blank/],
    ['a name that is too long', () => upload({ resource: { workspaceId, name: 'x'.repeat(256) } }, content), /255 characters/],
    ['no workspace', () => upload({ resource: { name: 'x' } }, content), /the field 'workspaceId' is missing/],
    ['a malformed workspace', () => upload({ resource: { name: 'x', workspaceId: 'y' } }, content), /not a valid id/],
    ['another type of file', () => upload({ resource: { ...resource(), file: 'yes' } }, content), /resource\.file must be boolean/],
  ];
  for (const [description, form, message] of cases)
    test(`refuses ${description}`, () => refuses(form(), 400, 'malformed_request', message));
});

test('resources.create.size', async () => {
  assert.equal((await create({ workspaceId, name: 'fits' }, Buffer.alloc(LIMIT, 'x'))).status, 201);
  await refuses(upload({ resource: { workspaceId, name: 'too large' } }, Buffer.alloc(LIMIT + 1, 'x')), 413, 'too_large');
});

describe('resources.create.folder', () => {
  test('accepts a zip of any content', async () => {
    const { status, body } = await create({ workspaceId, name: 'folder', file: false }, await zip({ 'a/b.txt': 'b', 'c.txt': 'c' }));
    assert.deepEqual([status, body.file], [201, false]);
  });
  const refused: [string, Buffer, RegExp][] = [
    ['no zip', content, /not a readable zip/],
    ['a zip in base64', Buffer.from(rawZip([{ name: 'a', content: 'a' }]).toString('base64')), /not a readable zip/],
    ['an entry that leaves the folder', rawZip([{ name: '../evil', content: 'x' }]), /leaves the folder/],
    ['a link', rawZip([{ name: 'link', content: '/etc', mode: 0o120777 }]), /link or a special file/],
    ['a wrong checksum', rawZip([{ name: 'a', content: 'a', checksum: 7 }]), /does not match its checksum/],
    ['a bomb', rawZip([{ name: 'zeros', content: Buffer.alloc(4 * 2 ** 20) }]), /more than 200 times/],
  ];
  for (const [description, bytes, message] of refused) {
    test(`refuses ${description}`, () =>
      refuses(upload({ resource: { workspaceId, name: 'folder', file: false } }, bytes), 400, 'resource_refused', message));
  }
  test('does not inspect a file', async () => {
    assert.equal((await create({ workspaceId, name: 'file' }, rawZip([{ name: '../evil', content: 'x' }]))).status, 201);
  });
});
