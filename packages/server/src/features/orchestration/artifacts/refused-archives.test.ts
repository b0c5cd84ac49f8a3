import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publication, zip } from '../../../../test/support/bundles.ts';
import { jobArchive } from '../../../../test/support/job-archives.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const { call, count, make } = await startTestServer();
const workspaceId = (await make.workspace()).id;

const publish = async (content: Buffer, artifact: object = {}): Promise<Answer> =>
  call('POST /orchestration/artifacts', { form: publication({ workspaceId, ...artifact }, content) });

describe('bundles.layout.kinds: refuses what is no job archive, says what it is, and leaves nothing behind', () => {
  const manifest = 'Manifest-Version: 1.0\r\n';
  const cases: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'bundles.layout.kinds: a KAR',
      () => zip({ 'META-INF/MANIFEST.MF': manifest, 'repository/d/r/r.jar': 'x', 'repository/d/r/r-features.xml': '<x/>' }),
      /is a KAR.*Karaf.*microservice.*millrace bundle/,
    ],
    [
      'bundles.layout.kinds: an OSGi bundle',
      () => zip({ 'META-INF/MANIFEST.MF': `${manifest}Bundle-SymbolicName: job\r\n` }),
      /is an OSGi bundle.*microservice/,
    ],
    [
      'bundles.layout.kinds: an OSGi blueprint',
      () => zip({ 'META-INF/MANIFEST.MF': manifest, 'OSGI-INF/blueprint/job.xml': '<x/>' }),
      /is an OSGi bundle/,
    ],
    ['bundles.layout.kinds: a jar', () => zip({ 'META-INF/MANIFEST.MF': `${manifest}Main-Class: x\r\n` }), /is a jar.*"java", "-jar"/],
    [
      'bundles.layout.kinds: an export of items',
      () => zip({ 'DEMO/talend.project': 'x', 'DEMO/process/Hello_0.1.item': 'x' }),
      /is an export of items.*Build Job/,
    ],
    [
      'bundles.layout.kinds: a job archive without its description',
      () => jobArchive({ files: { 'jobInfo.properties': undefined, 'Greet/items/demo/process/Greet_0.1.item': 'x' } }),
      /has the job "Greet" without jobInfo\.properties.*Build Job.*"job=Greet"/,
    ],
    [
      'bundles.job-archive.script: a part of an archive',
      () => zip({ 'jobInfo.properties': 'job=Greet\n', 'lib/routines.jar': 'x', 'items/demo/process/Greet_0.1.item': 'x' }),
      /names the job Greet, but there is no folder Greet.*whole zip/,
    ],
    [
      'bundles.job-archive.kind: Big Data',
      () => jobArchive({ info: 'jobType=Big Data Batch\nframework=Spark\n' }),
      /is a Big Data batch job.*spark-submit.*"type": "big_data_batch"/,
    ],
    ['bundles.job-archive.kind: streaming', () => jobArchive({ info: 'jobType=Spark Streaming\n' }), /is a Big Data streaming job/],
    [
      'bundles.job-archive.kind: a route',
      () => jobArchive({ info: 'jobType=ROUTE\n', files: { 'Greet/Greet_run.sh': undefined } }),
      /is a route.*microservice/,
    ],
    [
      'bundles.job-archive.script',
      () => jobArchive({ files: { 'Greet/Greet_run.sh': undefined, 'Greet/Greet_run.bat': 'java x' } }),
      /no Greet\/Greet_run\.sh, and no jar/,
    ],
  ];
  for (const [rule, content, message] of cases) {
    test(rule, async () => {
      const before = await count('artifact', 'artifact_version', 'blob');
      const { status, body } = await publish(await content());
      assert.deepEqual([status, body.detail], [400, 'bundle_refused']);
      assert.match(body.message, message);
      assert.deepEqual(await count('artifact', 'artifact_version', 'blob'), before);
    });
  }

  test('bundles.job-archive.kind: the caller may state the type', async () => {
    const { body } = await publish(await jobArchive({ info: 'jobType=Big Data Batch\n' }), { type: 'big_data_batch' });
    assert.equal(body.type, 'big_data_batch', JSON.stringify(body));
  });
});
