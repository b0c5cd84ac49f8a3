import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { rawZip, type RawEntry } from '../../../../test/support/raw-zip.ts';
import { inspectZip, zipFault } from './inspection.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-zips-'));
after(() => rm(folder, { recursive: true }));

const path = join(folder, 'content.zip');
async function inspect(content: Buffer): Promise<void> {
  await writeFile(path, content);
  await inspectZip(path, async () => undefined);
}

const refuses = (content: Buffer, reason: RegExp): Promise<void> =>
  assert.rejects(inspect(content), (error) => {
    assert.match(zipFault(error) ?? '', reason);
    return true;
  });

const MANIFEST = { name: 'millrace.json', content: JSON.stringify({ name: 'load', run: ['sh', 'run.sh'] }) };
const withEntry = (entry: RawEntry): Buffer => rawZip([MANIFEST, entry]);

describe('bundles.entries.safe', () => {
  const unsafe: [string, RawEntry, RegExp][] = [
    ['climbs out', { name: '../evil' }, /leaves the folder/],
    ['climbs out halfway', { name: 'lib/../../evil' }, /leaves the folder/],
    ['is absolute', { name: '/etc/passwd' }, /absolute name/],
    ['is absolute on Windows', { name: 'C:/evil' }, /absolute name/],
    ['climbs out with backslashes', { name: '..\\evil' }, /backslash/],
    ['hides a NUL', { name: 'run.sh\0.txt' }, /NUL/],
    ['has no name', { name: '' }, /empty or overlong name/],
    ['is named like the folder itself', { name: '.', content: 'x' }, /entry "\." has a name that no file can have/],
    ['is named like a folder in it', { name: 'lib/.', content: 'x' }, /entry "lib\/\." has a name that no file can have/],
    ['is named like the folder above', { name: '..', content: 'x' }, /leaves the folder/],
    ['has an overlong name', { name: 'a/'.repeat(600) }, /empty or overlong name/],
    ['is a symbolic link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }, /is a link or a special file/],
    ['is a device', { name: 'null', mode: 0o020666 }, /is a link or a special file/],
    ['is encrypted', { name: 'secret', content: 'x', flags: 0x801 }, /is encrypted/],
    ['is packed by an unknown method', { name: 'strange', content: 'x', method: 93 }, /packed in a way that cannot be read/],
    ['is there twice', { name: 'millrace.json', content: '{}' }, /"millrace\.json" is there twice/],
    ['is there twice in another spelling', { name: './/millrace.json', content: '{}' }, /is there twice/],
    ['is in a file', { name: 'millrace.json/run.sh' }, /"millrace\.json" is a file and a folder at once/],
    ['is a folder and a file', { name: 'millrace.json/' }, /is there twice/],
  ];
  for (const [description, entry, reason] of unsafe) test(`refuses an entry that ${description}`, () => refuses(withEntry(entry), reason));
  test('accepts folders that are listed twice and all other names', async () => {
    const odd = ['./', 'lib/', 'lib/', 'lib/./', 'lib/...', './lib/.b', 'lib/a b', 'lib-x', 'lib/ä', 'lib.txt'].map((name) => ({ name }));
    await inspect(rawZip([...odd, MANIFEST]));
  });
});

/** Builds a zip in which many entries share the bytes of one entry. */
function overlapping(content: Buffer, names: number): Buffer {
  const shared = {
    offset: rawZip([MANIFEST]).indexOf('PK\x01\x02'),
    packedBytes: deflateRawSync(content).length,
    unpackedBytes: content.length,
    checksum: crc32(content),
  };
  const others = Array.from({ length: names - 1 }, (_, index) => ({ ...shared, name: `file${index + 1}`, listedOnly: true as const }));
  return rawZip([MANIFEST, { name: 'file0', content }, ...others]);
}

describe('bundles.entries.checksum', () => {
  const contents: [string, Buffer][] = [
    ['a small entry', Buffer.from('exit 0')],
    ['an empty entry', Buffer.alloc(0)],
    ['a large entry', randomBytes(200_000)],
  ];
  for (const [description, content] of contents) {
    test(`refuses ${description} whose content has another checksum`, async () => {
      for (const method of [0, 8])
        await refuses(
          withEntry({ name: 'run.sh', content, checksum: 7, method }),
          /entry "run\.sh" cannot be read, its content does not match/,
        );
      await inspect(withEntry({ name: 'run.sh', content }));
    });
  }
  test('refuses an entry of another size than the zip says', async () => {
    for (const content of [Buffer.from('exit 0'), randomBytes(200_000)]) {
      const size = content.length;
      await refuses(withEntry({ name: 'run.sh', content, unpackedBytes: size + 1 }), /entry "run\.sh" cannot be read, not enough bytes/);
      await refuses(withEntry({ name: 'run.sh', content, unpackedBytes: size - 1 }), /entry "run\.sh" cannot be read, too many bytes/);
    }
  });
  test('refuses an entry that cannot be unpacked', () => {
    const content = Buffer.from('echo hello; '.repeat(50));
    const damaged = withEntry({ name: 'run.sh', content });
    damaged.fill(0xff, damaged.indexOf('run.sh') + 'run.sh'.length, damaged.indexOf('run.sh') + 20);
    return refuses(damaged, /entry "run\.sh" cannot be read, /);
  });
});

describe('bundles.entries.bomb', () => {
  test('refuses an entry that unpacks to more than 200 times its size', () =>
    refuses(withEntry({ name: 'zeros', content: Buffer.alloc(4 * 2 ** 20) }), /unpacks to more than 200 times its packed size/));
  test('refuses entries that unpack to more than 8 GiB together', () =>
    refuses(
      rawZip([MANIFEST, ...Array.from({ length: 9000 }, (_, index) => ({ name: `zeros${index}`, unpackedBytes: 2 ** 20 }))]),
      /unpacks to more than 8589934592 bytes/,
    ));
  test('refuses small entries that unpack to more than 200 times their size together', () =>
    refuses(
      rawZip([MANIFEST, ...Array.from({ length: 5 }, (_, index) => ({ name: `zeros${index}`, content: Buffer.alloc(2 ** 20) }))]),
      /its entries unpack to more than 200 times their packed size/,
    ));
  test('refuses a wrong packed size of a folder', () =>
    refuses(
      rawZip([
        { name: 'lib/', packedBytes: 2 ** 31 },
        ...Array.from({ length: 5 }, (_, index) => ({ name: `zeros${index}`, content: Buffer.alloc(2 ** 20) })),
      ]),
      /file data overflows file bounds/,
    ));
  test('refuses 5 GB in a zip of 300 KB', () => refuses(overlapping(Buffer.alloc(2 ** 20), 5000), /unpack to more than 200 times/));
  test('refuses entries that share bytes, whatever their unpacked size', async () => {
    await refuses(overlapping(randomBytes(1000), 2), /entries "file0" and "file1" overlap/);
    const inner = rawZip([{ name: 'inner', content: 'x' }]);
    const start = rawZip([MANIFEST]).indexOf('PK\x01\x02') + 'PK'.length + 28 + 'outer'.length;
    const outer = { name: 'outer', content: inner, method: 0 };
    await refuses(
      rawZip([MANIFEST, outer, { name: 'inner', content: 'x', offset: start, listedOnly: true }]),
      /"outer" and "inner" overlap/,
    );
  });
  test('refuses an entry that unpacks to more than 4 GiB', () =>
    refuses(withEntry({ name: 'zeros', unpackedBytes: 4 * 2 ** 30 - 1, packedBytes: 10 }), /unpacks to more than 200 times/));
  test('refuses more than 20,000 entries', () =>
    refuses(
      rawZip([MANIFEST, ...Array.from({ length: 20_000 }, (_, index) => ({ name: `file${index}`, method: 0 }))]),
      /more than 20000 entries/,
    ));
});
