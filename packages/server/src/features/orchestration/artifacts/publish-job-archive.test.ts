import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { publication, zip } from '../../../../test/support/bundles.ts';
import { classFile, jobArchive, type JobArchiveParts } from '../../../../test/support/job-archives.ts';
import { rawZip } from '../../../../test/support/raw-zip.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const { call, make, platform } = await startTestServer();

let workspaceId = '';
beforeEach(async () => {
  workspaceId = (await make.workspace()).id;
});

const publish = async (content: Buffer, artifact: object = {}): Promise<Answer> =>
  call('POST /orchestration/artifacts', { form: publication({ workspaceId, ...artifact }, content) });

async function published(parts: JobArchiveParts, artifact: object = {}): Promise<Answer['body']> {
  const { status, body } = await publish(await jobArchive(parts), artifact);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const DEFAULT = 'who=world\ndb_port=5432\ndb_password=\n';
const ITEM = `<?xml version="1.0" encoding="UTF-8"?>
<talendfile:ProcessType defaultContext="Default">
  <context confirmationNeeded="false" name="Default">
    <contextParameter comment="Who is greeted &amp; how -> x" name="who" prompt="who?" promptNeeded="false" type="id_String" value="world"/>
    <contextParameter comment="" name="db_port" prompt="The port" promptNeeded="true" type="id_Integer" value="5432"/>
    <contextParameter comment="" name="db_password" prompt="db_password?" promptNeeded="false" type="id_Password" value="enc:AAAA"/>
  </context>
  <context confirmationNeeded="false" name="PROD">
    <contextParameter comment="other" name="who" type="id_File" value="prod"/>
  </context>
</talendfile:ProcessType>`;

describe('bundles.job-archive.variables', () => {
  test('reads names and values from the context that the archive runs with, types and comments from its item', async () => {
    const contexts = { Default: DEFAULT, PROD: 'who=prod\ndb_port=5433\ndb_password=\n' };
    const body = await published({ contexts, files: { 'Greet/items/demo/process/Greet_0.1.item': ITEM } });
    assert.deepEqual(body.parameters, [
      {
        name: 'who',
        type: 'id_String',
        required: false,
        value: 'world',
        comment: 'Who is greeted & how -> x',
        contextValues: { Default: 'world', PROD: 'prod' },
      },
      {
        name: 'db_port',
        type: 'id_Integer',
        required: false,
        value: '5432',
        comment: 'The port',
        contextValues: { Default: '5432', PROD: '5433' },
      },
      { name: 'db_password', type: 'id_Password', required: false },
    ]);
    assert.deepEqual([body.contexts, body.contextName], [['Default', 'PROD'], 'Default']);
    const path = {
      artifactId: (await call('GET /orchestration/artifacts', { query: { workspaceId } })).body.items[0].id,
      version: body.version,
    };
    const read = await call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
    assert.deepEqual([read.body.parameters, read.body.contexts], [body.parameters, body.contexts]);
  });

  test('reads the types from the classes of the job, and variables that only the classes know', async () => {
    const jar = await zip({
      'demo/greet_0_1/Greet.class': classFile({ calls: { who: 'id_File', db_password: 'id_Password', day: 'id_Date' } }),
      'demo/greet_01_0_1/Greet.class': classFile({ calls: { ofChild: 'id_String' } }),
    });
    const body = await published({ contexts: { Default: `${DEFAULT}db_password=plain` }, files: { 'Greet/greet_0_1.jar': jar } });
    assert.deepEqual(
      body.parameters.map(({ name, type, value }: { name: string; type: string; value?: string }) => [name, type, value]),
      [
        ['who', 'id_File', 'world'],
        ['db_port', 'id_Integer', '5432'],
        ['db_password', 'id_Password', undefined],
        ['day', 'id_Date', undefined],
      ],
    );
  });

  test('reads the types from the fields of an old job, and the contexts from its jar where it has no contexts folder', async () => {
    const jar = await zip({
      'demo/greet_0_1/Greet.class': classFile({}),
      'demo/greet_0_1/Greet$ContextProperties.class': classFile({
        fields: { who: 'Ljava/lang/String;', size: 'Ljava/lang/Long;', day: 'Ljava/util/Date;' },
        constantFields: { CONTEXT_FILE_NAME: 'Ljava/lang/String;' },
      }),
      'demo/greet_0_1/contexts/Default.properties': 'who=1\nsize=7\nday=',
      'demo/greet_0_1/contexts/PROD.properties': 'who=2',
    });
    const body = await published({ files: { 'Greet/greet_0_1.jar': jar } });
    const facts = body.parameters.map(({ name, type, value }: { name: string; type: string; value?: string }) => [name, type, value]);
    assert.deepEqual(facts, [
      ['who', 'id_String', '1'],
      ['size', 'id_Long', '7'],
      ['day', 'id_Date', undefined],
    ]);
    assert.deepEqual(body.contexts, ['Default', 'PROD']);
  });

  test('takes the types from the values where nothing else tells them, and reads texts as Java does', async () => {
    const Default =
      'n=-42\nzip=007\nlong=12345678901\nyes=true\nnote=a \\\n   b\\u00e9 \\= c\nC\\:\\\\x : d\nkey=enc:system.encryption.key.v1:AAAA\n! x=1';
    const facts = (await published({ contexts: { Default } })).parameters.map(
      ({ name, type, value }: { name: string; type: string; value?: string }) => [name, type, value],
    );
    assert.deepEqual(facts, [
      ['n', 'id_Integer', '-42'],
      ['zip', 'id_String', '007'],
      ['long', 'id_String', '12345678901'],
      ['yes', 'id_Boolean', 'true'],
      ['note', 'id_String', 'a bé = c'],
      ['C:\\x', 'id_String', 'd'],
      ['key', 'id_Password', undefined],
    ]);
  });

  test('leaves out a value that does not fit its type, which Java reads as null', async () => {
    const jar = await zip({ 'demo/greet_0_1/Greet.class': classFile({ calls: { limit: 'id_Integer' } }) });
    const { parameters } = await published({ contexts: { Default: 'limit=many' }, files: { 'Greet/greet_0_1.jar': jar } });
    assert.deepEqual(parameters, [{ name: 'limit', type: 'id_Integer', required: false }]);
  });

  test('reads the contexts of the job and not those of a child with a like name', async () => {
    const child = 'Load/demo/load_01_extract_0_1/contexts/Default.properties';
    const body = await published({
      job: 'Load',
      contexts: { Default: 'who=parent' },
      files: { [child]: 'who=child\nother=1', 'Load/demo/load_0_10/contexts/Default.properties': 'old=1' },
    });
    assert.deepEqual(body.parameters, [{ name: 'who', type: 'id_String', required: false, value: 'parent' }]);
  });

  test('gives no values where the archive runs with a context that it does not have', async () => {
    const body = await published({ contexts: { Default: 'who=default' }, script: 'java -cp . demo.greet_0_1.Greet --context=PROD "$@"' });
    assert.deepEqual(body.parameters, [{ name: 'who', type: 'id_String', required: false }]);
    assert.deepEqual([body.contexts, body.contextName], [['Default'], 'PROD']);
  });

  test('a jar that cannot be read, and a class that is none, tell nothing', async () => {
    const jars = [Buffer.from('no zip'), await zip({ 'demo/greet_0_1/Greet.class': 'no class' })];
    for (const [index, jar] of jars.entries()) {
      const body = await published({ contexts: { Default: 'a=1' }, files: { 'Greet/greet_0_1.jar': jar } }, { name: `job ${index}` });
      assert.deepEqual(body.parameters, [{ name: 'a', type: 'id_Integer', required: false, value: '1' }]);
    }
  });

  test('prefers the parameters of the call', async () => {
    const parameters = [{ name: 'own', type: 'string', required: true }];
    assert.deepEqual((await published({ contexts: { Default: DEFAULT } }, { parameters })).parameters, parameters);
  });
});

test('artifacts.publish.archive-secrets', async () => {
  const contexts = { Default: 'db_password=Sesame-17\napi_key=Sesame-17\nurl=jdbc:x://ada:Sesame-17@h/x\ncity=Bern' };
  const files = { 'Greet/items/Greet_0.1.item': '<contextParameter name="db_password" type="id_Password" value="Sesame-17"/>' };
  const body = await published({ contexts, files });
  assert.ok(!JSON.stringify(body).includes('Sesame'));
  assert.equal(body.parameters.find(({ name }: { name: string }) => name === 'city').value, 'Bern');
  const rows = await platform.db.reader.rows(sql`select parameters from artifact_version where id = ${body.id}`);
  assert.ok(!JSON.stringify(rows).includes('Sesame'), 'stored');
});

test('artifacts.publish.same-second', async () => {
  const archive = await jobArchive();
  const bodies = [];
  for (let index = 0; index < 3; index += 1) bodies.push((await publish(archive)).body.version);
  const together = await Promise.all([publish(archive), publish(archive), publish(archive)]);
  const versions = [...bodies, ...together.map(({ body }) => body.version)];
  for (const version of versions) assert.match(version, /^0\.1\.0\.\d{14}$/);
  assert.equal(new Set(versions).size, 6);
});

test('accepts a folder entry of any mode that is no link', async () => {
  const files = [
    { name: 'jobInfo.properties', content: 'job=Greet\njobVersion=0.1' },
    { name: 'Greet/Greet_run.sh', content: 'exit 0' },
  ];
  assert.equal((await publish(rawZip([{ name: 'Greet/', mode: 0xffff }, ...files]))).status, 201);
  const { status, body } = await publish(rawZip([{ name: 'Greet/', mode: 0o120777 }, ...files]));
  assert.deepEqual([status, body.detail], [400, 'bundle_refused']);
});

test('accepts an archive without a script whose jar has the class of the job', async () => {
  const jar = await zip({ 'demo/greet_0_1/Greet.class': classFile({}) });
  const body = await published({ files: { 'Greet/Greet_run.sh': undefined, 'Greet/greet_0_1.jar': jar }, contexts: { Default: 'a=1' } });
  assert.equal(body.parameters.length, 1);
});
