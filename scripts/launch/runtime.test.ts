// run: waiting because it starts programs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const platform = `${process.platform}-${process.arch}`;
const NAME = 'node-of-a-test';
const VERSION = '24.99.0';
const checksum = (content: Buffer): string => `sha512-${createHash('sha512').update(content).digest('base64')}`;

describe('the Node that the launcher downloads', { skip: process.platform === 'win32' && 'its replacement is a shell script' }, () => {
  let folder = '';
  let registry: Server;
  let good: Buffer = Buffer.alloc(0);
  /** The package that the registry returns, with the matching checksum. */
  let served: Buffer = Buffer.alloc(0);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-runtime-'));
    await cp(import.meta.dirname, join(folder, 'launch'), { recursive: true });
    good = await pack('good');
    const runtimes = { [platform]: { name: NAME, version: VERSION, integrity: checksum(good) } };
    await writeFile(join(folder, 'launch/runtimes.json'), JSON.stringify(runtimes));
    registry = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return void response.end(served);
      const tarball = `${registryUrl()}${NAME}.tgz`;
      const version = { name: NAME, version: VERSION, dist: { tarball, integrity: checksum(served) } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: version } }));
    });
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  after(async () => {
    registry.close();
    await rm(folder, { recursive: true, force: true });
  });
  const registryUrl = (): string => `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;

  /** Packs a replacement for Node that creates a file when it runs. */
  async function pack(mark: string): Promise<Buffer> {
    const source = join(folder, mark);
    await mkdir(join(source, 'package/bin'), { recursive: true });
    await writeFile(join(source, 'package/package.json'), JSON.stringify({ name: NAME, version: VERSION }));
    await writeFile(join(source, 'package/bin/node'), `#!/bin/sh\ntouch '${join(folder, `${mark}-ran`)}'\necho v${VERSION}\n`);
    await chmod(join(source, 'package/bin/node'), 0o755);
    await promisify(execFile)('tar', ['-czf', join(folder, `${mark}.tgz`), '-C', source, 'package']);
    return readFile(join(folder, `${mark}.tgz`));
  }

  /** Calls `findRuntime` as on an older Node, with a new home folder. */
  async function find(home: string): Promise<{ found: string; errors: string }> {
    const module = JSON.stringify(pathToFileURL(join(folder, 'launch/runtime.mjs')).href);
    const program = `import { findRuntime } from ${module};
      console.log(await findRuntime(${JSON.stringify(join(folder, home))}, '20.19.0').catch((error) => (console.error(error.message), '')));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: {
        ...process.env,
        npm_config_registry: registryUrl(),
        npm_config_cache: join(folder, `${home}-cache`),
        npm_config_fetch_retries: '0',
      },
    });
    return { found: stdout.trim(), errors: stderr };
  }

  it('is used when it has the pinned checksum', async () => {
    served = good;
    const { found, errors } = await find('first');
    assert.equal(found, join(folder, 'first/runtime', `node-${VERSION}-${platform}`, 'bin/node'), errors);
    assert.equal((await promisify(execFile)(found, ['--version'])).stdout.trim(), `v${VERSION}`);
  });

  it('is refused and never runs when its content differs', async () => {
    served = await pack('changed');
    const { found, errors } = await find('second');
    assert.equal(found, '');
    assert.match(errors, /^The package registry returned content that does not match its pinned checksum, so nothing of it was used: /m);
    assert.equal(existsSync(join(folder, 'changed-ran')), false, 'the changed program ran');
    assert.deepEqual(await readdir(join(folder, 'second/runtime')), []);
  });

  it('is pinned for each platform that is supported', async () => {
    const pins: Record<string, { name: string; version: string; integrity: string }> = JSON.parse(
      await readFile(join(import.meta.dirname, 'runtimes.json'), 'utf8'),
    );
    for (const [key, { version, integrity }] of Object.entries(pins)) {
      assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, key);
      assert.ok(Number(version.split('.')[0]) >= 24, key);
    }
    assert.deepEqual(Object.keys(pins).toSorted(), ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']);
  });
});
