import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { BundleManifest } from '@millrace/wire/bundles';
import { zip } from '../../../../test/support/bundles.ts';
import { boundlessZip, rawZip, type RawEntry } from '../../../../test/support/raw-zip.ts';
import { Problem } from '../../../core/base/problem.ts';
import { inspectBundle } from './inspection.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-bundles-'));
after(() => rm(folder, { recursive: true }));

const path = join(folder, 'bundle.zip');
async function inspect(content: Buffer): Promise<BundleManifest> {
  await writeFile(path, content);
  return inspectBundle(path);
}

async function refuses(content: Buffer, reason: RegExp): Promise<void> {
  await assert.rejects(inspect(content), (error) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.code, 'bundle_refused');
    assert.match(error.message, reason);
    assert.match(error.message, /A bundle is a zip with millrace\.json at its root/);
    return true;
  });
}

const MANIFEST = { name: 'millrace.json', content: JSON.stringify({ name: 'load', run: ['sh', 'run.sh'] }) };
const withEntry = (entry: RawEntry): Buffer => rawZip([MANIFEST, entry]);
const JOB_INFO = 'job=LoadAirports\njobVersion=0.1\njobType=Standard\n';

describe('bundles.layout.known', () => {
  test('recognizes a millrace bundle by millrace.json', async () => {
    assert.equal((await inspect(rawZip([MANIFEST]))).layout, 'millrace');
  });
  test('recognizes a job archive by jobInfo.properties', async () => {
    const manifest = await inspect(await zip({ 'jobInfo.properties': JOB_INFO, 'LoadAirports/LoadAirports_run.sh': 'exit 0' }));
    assert.equal(manifest.layout, 'job-archive');
  });
  test('prefers millrace.json where a zip has both', async () => {
    assert.equal((await inspect(rawZip([{ name: 'jobInfo.properties', content: 'nonsense' }, MANIFEST]))).layout, 'millrace');
  });
  test('refuses a zip with neither', () =>
    refuses(rawZip([{ name: 'readme.txt', content: 'hello' }]), /neither millrace\.json nor jobInfo\.properties/));
  test('refuses an empty zip', () => refuses(rawZip([]), /neither millrace\.json nor/));
  test('explains that the folder was packed instead of its content', () =>
    refuses(rawZip([{ ...MANIFEST, name: 'load/millrace.json' }]), /"load\/millrace\.json" is there; zip the content of the folder/));
  test('does not accept a folder as manifest', () => refuses(rawZip([{ name: 'millrace.json/' }]), /neither millrace\.json/));
});

describe('bundles.layout.zip', () => {
  test('refuses an empty file', () => refuses(Buffer.alloc(0), /not a readable zip/));
  test('refuses a text', () => refuses(Buffer.from('this is no zip'), /not a readable zip/));
  test('refuses a zip without its end', async () => {
    const whole = await zip({ 'millrace.json': MANIFEST.content, 'run.sh': 'exit 0' });
    await refuses(whole.subarray(0, whole.length - 30), /not a readable zip/);
  });
  test('refuses a zip without its beginning', async () => {
    const whole = await zip({ 'millrace.json': MANIFEST.content, 'run.sh': 'exit 0'.repeat(100) });
    await refuses(whole.subarray(60), /not a readable zip/);
  });
  test('refuses a directory with an offset beyond any file', () => refuses(boundlessZip(), /refers to a position outside of the file/));
  test('refuses an entry with an offset beyond the end of the file', () =>
    refuses(withEntry({ name: 'far', offset: 2 ** 31 }), /not a readable zip/));
  test('refuses an entry that ends beyond the end of the file', () =>
    refuses(withEntry({ name: 'long', packedBytes: 10_000 }), /file data overflows file bounds/));
  test('refuses or accepts a zip with any damaged byte, and never fails', async () => {
    const whole = await zip({ 'millrace.json': MANIFEST.content, 'lib/a.txt': 'a'.repeat(300), 'run.sh': 'exit 0' });
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await inspect(damaged).catch((error: unknown) => assert.ok(error instanceof Problem, `byte ${at}: ${String(error)}`));
    }
  });
  test('passes on an error of the disk', async () => {
    await assert.rejects(inspectBundle(join(folder, 'nowhere.zip')), { code: 'ENOENT' });
  });
});

describe('bundles.millrace.manifest', () => {
  test('reads the values of the manifest', async () => {
    const manifest = await inspect(
      await zip({
        'millrace.json': JSON.stringify({
          name: 'load',
          version: '1.2.3',
          type: 'route',
          description: 'Loads',
          run: ['node', 'main.mjs'],
          parameters: [{ name: 'limit', value: 3, type: 'int', required: true, comment: 'how many' }],
          environment: ['limit', 'TARGET'],
        }),
      }),
    );
    assert.deepEqual(manifest, {
      layout: 'millrace',
      name: 'load',
      version: '1.2.3',
      type: 'route',
      description: 'Loads',
      parameters: [{ name: 'limit', value: '3', type: 'int', required: true, comment: 'how many' }],
      environment: ['limit', 'TARGET'],
      run: ['node', 'main.mjs'],
    });
  });
  const broken: [string, string, RegExp][] = [
    ['that is not JSON', '{', /millrace\.json is not JSON/],
    ['that is a list', '[]', /must hold an object/],
    ['without a command', '{"name":"load"}', /"run" must be a list of words/],
    ['whose variables are no list', '{"run":["sh"],"environment":"a"}', /"environment" must be a list/],
    ['with a variable whose name is malformed', '{"run":["sh"],"environment":["a.b"]}', /"environment" holds "a.b", which cannot be/],
    ['with a variable that the engine sets', '{"run":["sh"],"environment":["PATH"]}', /"environment" holds PATH, which is reserved/],
    ['with a variable of the loader', '{"run":["sh"],"environment":["LD_PRELOAD"]}', /LD_PRELOAD, which is reserved/],
    ['with a parameter twice', '{"run":["sh"],"parameters":[{"name":"a"},{"name":"a"}]}', /repeats the name a/],
    ['with a type that is no text', '{"run":["sh"],"parameters":[{"name":"a","type":5}]}', /parameter 1, a: "type" must be a text/],
    ['with a value that is a list', '{"run":["sh"],"parameters":[{"name":"a","value":["b"]}]}', /a: "value" must be a text, a number,/],
    [
      'with another value than true or false',
      '{"run":["sh"],"parameters":[{"name":"a","required":"yes"}]}',
      /"required" must be true or false/,
    ],
  ];
  for (const [description, content, reason] of broken) {
    test(`refuses a manifest ${description}`, () => refuses(rawZip([{ name: 'millrace.json', content }]), reason));
  }
  test('refuses a manifest of more than a megabyte', () =>
    refuses(
      rawZip([{ name: 'millrace.json', content: ' '.repeat(2 ** 20 + 1), method: 0 }]),
      /millrace\.json cannot be read, it is larger than 1048576 bytes/,
    ));
  test('refuses a manifest that unpacks to more bytes than the zip says', () =>
    refuses(
      rawZip([{ name: 'millrace.json', content: ' '.repeat(40 * 2 ** 20), unpackedBytes: 1000 }]),
      /cannot be read, too many bytes in the stream/,
    ));
  test('refuses a manifest that unpacks to fewer bytes than the zip says', () =>
    refuses(rawZip([{ ...MANIFEST, unpackedBytes: 1000 }]), /cannot be read, not enough bytes/));
  test('refuses a manifest whose content is damaged', () => {
    const damaged = rawZip([{ ...MANIFEST, content: MANIFEST.content.repeat(20) }]);
    damaged.fill(0xff, 45, 60);
    return refuses(damaged, /millrace\.json cannot be read, /);
  });
  test('refuses a manifest whose content has another checksum', () =>
    refuses(rawZip([{ ...MANIFEST, checksum: 7 }]), /millrace\.json cannot be read, its content does not match/));
});

describe('bundles.job-archive.info', () => {
  test('reads job and version from jobInfo.properties', async () => {
    const manifest = await inspect(await zip({ 'jobInfo.properties': JOB_INFO, 'LoadAirports/LoadAirports_run.sh': 'exit 0' }));
    assert.deepEqual(manifest, {
      layout: 'job-archive',
      name: 'LoadAirports',
      job: 'LoadAirports',
      version: '0.1',
      type: 'standard',
      parameters: [],
    });
  });
  test('refuses a job archive without a job', () =>
    refuses(rawZip([{ name: 'jobInfo.properties', content: 'jobVersion=0.1' }]), /must name the job/));
  test('refuses a job whose name leaves the folder', () =>
    refuses(rawZip([{ name: 'jobInfo.properties', content: 'job=../x' }]), /must name the job/));
});

describe('bundles.job-archive.script', () => {
  test('refuses an archive without the run script', async () =>
    refuses(
      await zip({ 'jobInfo.properties': JOB_INFO, 'LoadAirports/LoadAirports_run.bat': 'exit' }),
      /there is no LoadAirports\/LoadAirports_run\.sh/,
    ));
});
