// run: own process, in test:all because it packs the bundle in programs of its own
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { withEntries } from '@millrace/wire/zip-entries';
import { crawlerBundle } from '../src/crawler-bundle.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-crawler-bundle-'));
after(() => rm(folder, { recursive: true, force: true }));

test('the bundle has a manifest, the program and its packages, and no file twice or of another kind', async () => {
  const { hash, bytes } = await crawlerBundle();
  assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
  assert.equal((await crawlerBundle()).bytes, bytes, 'it is packed once');
  const zip = join(folder, 'bundle.zip');
  await writeFile(zip, bytes);
  await withEntries(zip, async (entries) => {
    const { layout, name, run, parameters } = await readManifest(entries);
    assert.deepEqual([layout, name, parameters], ['millrace', 'millrace-crawler', []]);
    assert.deepEqual(run, ['node', '--disable-warning=ExperimentalWarning', 'main.ts']);
    const names = entries.map(({ path }) => path);
    assert.deepEqual(names, [...new Set(names)].toSorted());
    for (const name of ['main.ts', 'databases/postgres.ts', 'node_modules/pg/package.json', 'node_modules/mysql2/package.json'])
      assert.ok(names.includes(name), `${name} is missing`);
    assert.deepEqual(
      names.filter((name) => /crawler-bundle|\.test\.ts$|\.d\.ts$|\.map$|\.md$|@millrace/.test(name)),
      [],
    );
    // The program imports only what is in the bundle or in Node.
    for (const { path, content } of entries.filter((entry) => /^[^/]*\.ts$|^databases\/|^wire\//.test(entry.path)))
      for (const [, specifier = ''] of (await text(content())).matchAll(/^import (?!type).*? from '([^']+)'/gm))
        assert.match(specifier, /^(?:\.|node:|pg$|mysql2$|@millrace\/wire\/outbound-rules$)/, path);
  });
});

test('the same files give the same bytes, in any time zone', () => {
  const program = `import('${import.meta.resolve('../src/crawler-bundle.ts')}').then(async (module) => console.log((await module.crawlerBundle()).hash))`;
  const hashes = ['UTC', 'Asia/Tokyo'].map((zone) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, TZ: zone }, encoding: 'utf8' }).trim(),
  );
  assert.match(hashes[0] ?? '', /^[0-9a-f]{64}$/);
  assert.equal(hashes[0], hashes[1]);
});
