import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, test } from 'node:test';
import { programVersion } from '../../../core/base/program-version.ts';
import { publication, shellBundle, zip } from '../../../../test/support/bundles.ts';
import { rawZip } from '../../../../test/support/raw-zip.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const { call, count, files, make, platform } = await startTestServer();
const ROUTE = 'POST /orchestration/artifacts';
const bundle = await shellBundle('echo hello', { parameters: [{ name: 'limit', type: 'int', required: true, value: '5' }] });

const storedState = async (): Promise<unknown> => ({
  ...(await count('artifact', 'artifact_version', 'blob')),
  files: (await files()).toSorted(),
});
const publish = async (artifact: object, content = bundle, token?: string): Promise<Answer> =>
  call(ROUTE, { form: publication(artifact, content), ...(token !== undefined && { token }) });

async function refuses(
  artifact: object,
  expected: { status: number; detail: string; message?: RegExp },
  content = bundle,
  token?: string,
): Promise<void> {
  const before = await storedState();
  const { status, body } = await publish(artifact, content, token);
  assert.deepEqual({ status, detail: body.detail }, { status: expected.status, detail: expected.detail }, body.message);
  assert.match(body.message, expected.message ?? /./);
  assert.deepEqual(await storedState(), before);
}

let workspaceId = '';
beforeEach(async () => {
  workspaceId = (await make.workspace()).id;
});

test('answers with the published version', async () => {
  const { status, body } = await publish({ workspaceId, name: 'load' });
  assert.equal(status, 201);
  const { id, version, createDate, workspace, ...rest } = body;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(version, /^1\.0\.0\.\d{14}$/);
  assert.ok(Math.abs(Date.parse(createDate) - Date.now()) < 60_000);
  assert.equal(workspace.id, workspaceId);
  assert.deepEqual(rest, {
    name: 'load',
    type: 'standard',
    publisher: 'admin',
    publisherType: 'HUMAN',
    marketplaceProduct: `Millrace ${programVersion()}`,
    parameters: [{ name: 'limit', type: 'int', required: true, value: '5' }],
  });
});

test('artifacts.publish.publisher', async () => {
  const user = await make.user({ rights: { [workspaceId]: ['PUBLISH'] } });
  const { body } = await publish({ workspaceId }, bundle, user.token);
  assert.deepEqual([body.publisher, body.publisherType], [user.login, 'HUMAN']);

  await platform.db.writer.rows(sql`update account set user_type = 'SERVICE' where id = ${user.id}`);
  const { body: later } = await publish({ workspaceId, version: '2.0.0' }, bundle, user.token);
  assert.deepEqual([later.publisher, later.publisherType], [user.login, 'SERVICE']);
});

test('artifacts.publish.right', async () => {
  for (const right of ['VIEW', 'EXECUTE', 'AUTHOR', 'MANAGE'] as const) {
    const { token } = await make.user({ rights: { [workspaceId]: [right] } });
    await refuses({ workspaceId }, { status: 403, detail: 'right_missing', message: /PUBLISH/ }, bundle, token);
  }
  const stranger = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_OPERATOR'] });
  const foreigner = await make.user({ tenant: await make.otherTenant() });
  for (const { token } of [stranger, foreigner]) await refuses({ workspaceId }, { status: 404, detail: 'not_found' }, bundle, token);
  await refuses({ workspaceId: crypto.randomUUID() }, { status: 404, detail: 'not_found', message: /^Workspace / });
});

test('artifacts.publish.again', async () => {
  const { body: first } = await publish({ workspaceId, name: 'load', version: '1.0.0' });
  const { body: second } = await publish({ workspaceId, name: 'load ', version: '1.1.0' });
  const { body } = await call('GET /orchestration/artifacts', { query: { workspaceId } });
  assert.equal(body.total, 1);
  assert.deepEqual(body.items[0].versions, [second.version, first.version]);

  const elsewhere = (await make.workspace()).id;
  assert.equal((await publish({ workspaceId: elsewhere, name: 'load', version: '1.0.0' })).status, 201);
  assert.equal((await call('GET /orchestration/artifacts', { query: { workspaceId: elsewhere } })).body.total, 1);
});

test('artifacts.publish.version-once', async () => {
  const version = '1.0.0.20263101010509';
  assert.equal((await publish({ workspaceId, version })).status, 201);
  await refuses({ workspaceId, version }, { status: 409, detail: 'artifact_version_taken' });
  await refuses({ workspaceId, version }, { status: 409, detail: 'artifact_version_taken' }, await shellBundle('echo other'));
  assert.equal((await publish({ workspaceId, version, name: 'another' })).status, 201);
});

test('artifacts.publish.suffix', async () => {
  for (const [version, pattern] of [
    ['3.2.1', /^3\.2\.1\.\d{14}$/],
    ['3.2.1.20263101010509', /^3\.2\.1\.20263101010509$/],
  ] as const) {
    assert.match((await publish({ workspaceId, version })).body.version, pattern);
  }
  for (const version of ['1', '1.0', '1.0.0-beta', '1.0.0.7', 'latest', ' 1.0.0'])
    await refuses({ workspaceId, version }, { status: 400, detail: 'malformed_request' });
});

test('artifacts.publish.same-type', async () => {
  assert.equal((await publish({ workspaceId, version: '1.0.0', type: 'route' })).status, 201);
  await refuses({ workspaceId, version: '2.0.0' }, { status: 409, detail: 'artifact_type_changed' });
  assert.equal((await publish({ workspaceId, version: '2.0.0', type: 'route' })).status, 201);
});

describe('artifacts.publish.from-bundle', () => {
  test('reads values that the request lacks from the bundle', async () => {
    const content = await shellBundle('exit 0', { name: 'from bundle', version: '4.5.6', type: 'pipeline', description: 'It says' });
    const { body } = await publish({ workspaceId }, content);
    assert.deepEqual(
      [body.name, body.version.slice(0, 6), body.type, body.description, body.parameters],
      ['from bundle', '4.5.6.', 'pipeline', 'It says', []],
    );
  });
  test('prefers the values of the request', async () => {
    const values = { name: 'own', type: 'data_service', description: 'Own', parameters: [], marketplaceProduct: 'Builder 7' };
    const { body } = await publish({ workspaceId, version: '9.9.9.20263101010509', ...values });
    assert.deepEqual({ ...body, ...values, version: '9.9.9.20263101010509' }, body);
  });
  test('completes the two numbers of a version of a job archive to three', async () => {
    const archive = await zip({ 'jobInfo.properties': 'job=LoadAirports\njobVersion=0.7', 'LoadAirports/LoadAirports_run.sh': 'exit 0' });
    const { body } = await publish({ workspaceId }, archive);
    assert.equal(body.name, 'LoadAirports');
    assert.match(body.version, /^0\.7\.0\.\d{14}$/);
  });
  test('refuses values of a manifest that do not fit the contract', async () => {
    const cases: [object, RegExp][] = [
      [{ type: 'nonsense' }, /type must be one of standard, /],
      [{ version: '1' }, /has the version '1'/],
      [{ name: 'x'.repeat(256) }, /name must have at most 255 characters/],
      [{ description: 'x'.repeat(4001) }, /description must have at most 4000 characters/],
    ];
    for (const [manifest, message] of cases) {
      await refuses({ workspaceId }, { status: 400, detail: 'bundle_refused', message }, await shellBundle('exit 0', manifest));
    }
  });
});

test('artifacts.publish.name', async () => {
  const nameless = await zip({ 'millrace.json': JSON.stringify({ run: ['sh'] }) });
  await refuses({ workspaceId }, { status: 400, detail: 'bundle_name_missing' }, nameless);
  assert.equal((await publish({ workspaceId, name: 'named' }, nameless)).status, 201);
});

test('artifacts.publish.parameter-types', async () => {
  const declaring = (value: unknown, type: string): object => ({ parameters: [{ name: 'limit', type, required: false, value }] });
  const message = /limit \(int\) must be a whole number such as 42/;
  await refuses(
    { workspaceId },
    { status: 400, detail: 'bundle_refused', message },
    await shellBundle('exit 0', declaring('s3cret', 'int')),
  );
  await refuses({ workspaceId, name: 'own', ...declaring('s3cret', 'int') }, { status: 400, detail: 'parameter_malformed', message });
  const { body } = await publish({ workspaceId, name: 'own', ...declaring('s3cret', 'int') });
  assert.ok(!JSON.stringify(body).includes('s3cret'), 'a value may be a secret');
  for (const [version, value, type] of [
    ['1.0.0', '', 'int'],
    ['1.0.1', 'five', 'list of numbers'],
    ['1.0.2', 5, 'id_Integer'],
    ['1.0.3', true, 'boolean'],
  ] as const) {
    const answer = await publish({ workspaceId, name: 'own' }, await shellBundle('exit 0', { version, ...declaring(value, type) }));
    assert.deepEqual([answer.status, answer.body.parameters?.[0]?.value], [201, String(value)], JSON.stringify(answer.body));
  }
});

test('artifacts.publish.content', async () => {
  const content = await shellBundle('echo equal');
  const [before, filesBefore] = [await count('blob'), await files()];
  for (const name of ['one', 'two', 'three']) assert.equal((await publish({ workspaceId, name }, content)).status, 201);
  assert.deepEqual(await count('blob'), { blob: (before['blob'] ?? 0) + 1 });

  const hash = createHash('sha256').update(content).digest('hex');
  const { key, size } = await platform.db.reader.only<{ key: string; size: number }>(sql`select key, size from blob where hash = ${hash}`);
  assert.equal(size, content.length);
  assert.deepEqual(await buffer(platform.blobs.read(key)), content);
  assert.deepEqual((await files()).toSorted(), [...filesBefore, key].toSorted());
});

describe('refuses bundles and leaves nothing behind:', () => {
  const manifest = { name: 'millrace.json', content: '{"name":"load","run":["sh","run.sh"]}' };
  const bundles: [string, Buffer, RegExp][] = [
    ['bundles.layout.zip', Buffer.from('no zip'), /not a readable zip/],
    ['bundles.layout.known', rawZip([{ name: 'readme.txt', content: 'hello' }]), /neither millrace\.json nor/],
    ['bundles.millrace.manifest', rawZip([{ name: 'millrace.json', content: '{"run":"sh"}' }]), /"run" must be a list/],
    ['bundles.job-archive.info', rawZip([{ name: 'jobInfo.properties', content: 'x=1' }]), /must name the job/],
    ['bundles.job-archive.script', rawZip([{ name: 'jobInfo.properties', content: 'job=Load' }]), /there is no folder Load/],
    ['bundles.entries.safe', rawZip([manifest, { name: '../../evil', content: 'x' }]), /leaves the folder/],
    ['bundles.entries.safe for links', rawZip([manifest, { name: 'link', content: '/etc', mode: 0o120777 }]), /link or a special file/],
    ['bundles.entries.safe for names', rawZip([manifest, { name: '.', content: 'x' }]), /a name that no file can have/],
    ['bundles.entries.checksum', rawZip([manifest, { name: 'run.sh', content: 'exit 0', checksum: 7 }]), /does not match its checksum/],
    ['bundles.entries.bomb for overlaps', rawZip([manifest, { name: 'x', offset: 0, listedOnly: true }]), /overlap/],
    ['bundles.entries.bomb', rawZip([manifest, { name: 'zeros', content: Buffer.alloc(4 * 2 ** 20) }]), /more than 200 times/],
  ];
  for (const [rule, content, message] of bundles) {
    test(rule, () => refuses({ workspaceId }, { status: 400, detail: 'bundle_refused', message }, content));
  }
});

describe('publications at the same moment', () => {
  const statuses = async (name: string, versions: readonly string[]): Promise<number[]> => {
    const contents = await Promise.all(versions.map((_, index) => shellBundle(`echo ${index % 2}`)));
    const answers = await Promise.all(versions.map((version, index) => publish({ workspaceId, name, version }, contents[index])));
    return answers.map(({ status }) => status).toSorted();
  };
  const total = async (): Promise<number> => (await call('GET /orchestration/artifacts', { query: { workspaceId } })).body.total;

  test('of one new name create one artifact with all versions', async () => {
    assert.deepEqual(await statuses('new', ['1.0.0', '2.0.0', '3.0.0', '4.0.0', '5.0.0', '6.0.0']), [201, 201, 201, 201, 201, 201]);
    assert.equal(await total(), 1);
  });
  test('of the same version: exactly one succeeds', async () => {
    const before = await files();
    const version = '1.0.0.20263101010509';
    assert.deepEqual(await statuses('same', [version, version, version, version]), [201, 409, 409, 409]);
    assert.equal(await total(), 1);
    assert.ok((await files()).length <= before.length + 1);
  });
});
