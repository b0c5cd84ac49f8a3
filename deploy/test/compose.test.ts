// run: own process, in test:all because it starts the program that makes the secrets
/** docker-compose.yaml without Docker: what its services read, and the secrets that its first start makes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../packages/server/src/settings/config.ts';
import { findPaths, readText, root } from '../../scripts/house/source-files.ts';

type Service = {
  image: string;
  build?: { dockerfile: string };
  restart?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
  stop_grace_period?: string;
};
const text = readText('deploy/docker-compose.yaml');
const { services, volumes } = parse(text, { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const base = mkdtempSync(join(tmpdir(), 'millrace-compose-'));
const [secrets, store, pairing] = ['secrets', 'store', 'pairing'].map((name) => join(base, name)) as [string, string, string];
for (const folder of [secrets, store, pairing]) mkdirSync(folder);
after(() => rmSync(base, { recursive: true }));

const makeSecrets = (): Record<string, string> => {
  execFileSync(process.execPath, [join(root, 'deploy/compose/make-secrets.mjs'), secrets, store, pairing]);
  return Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
};
const firstSecrets = makeSecrets();

test('the first start makes secrets that only their owner can read, and a later start keeps them', () => {
  assert.deepEqual(Object.keys(firstSecrets).toSorted(), ['database-url', 'key', 'postgres-password', 'store-secret']);
  for (const name of Object.keys(firstSecrets)) assert.equal(statSync(join(secrets, name)).mode & 0o777, 0o400);
  assert.equal(new URL(firstSecrets['database-url'] ?? '').password, firstSecrets['postgres-password']);
  assert.equal(new Set(Object.values(firstSecrets)).size, 4);
  assert.ok(existsSync(join(store, 'millrace')), 'the bucket');
  assert.deepEqual(makeSecrets(), firstSecrets);
});

test('after a start that was interrupted between the two files, the next one writes both secrets of the database again', () => {
  rmSync(join(secrets, 'database-url'));
  const { 'database-url': url = '', 'postgres-password': password, key } = makeSecrets();
  assert.notEqual(password, firstSecrets['postgres-password']);
  assert.deepEqual([new URL(url).password, key], [password, firstSecrets['key']]);
});

test('the server reads its settings, with the secrets in files', () => {
  const environment = Object.fromEntries(
    Object.entries(services['server']?.environment ?? {}).map(([name, value]) => [
      name,
      // Compose uses the default of a variable that is not set.
      value
        .replaceAll(/\$\{\w+:-((?:[^{}]|\$\{[^{}]*\})*)\}/g, '$1')
        .replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1')
        .replace('/secrets/', `${secrets}/`),
    ]),
  );
  const { databaseUrl, key, s3, host, port, publicUrl, log, roles, engine } = readConfig({ ...environment, MILLRACE_HOME: base });
  const now = makeSecrets();
  assert.deepEqual([databaseUrl, key, s3?.secretAccessKey], [now['database-url'], now['key'], now['store-secret']]);
  assert.deepEqual([s3?.accessKeyId, s3?.bucket], ['millrace', 'millrace']);
  assert.deepEqual([s3?.address.endpoint, s3?.publicAddress.endpoint], ['http://store:7070', 'http://127.0.0.1:7070']);
  assert.deepEqual([host, port, publicUrl, log.output], ['0.0.0.0', 8600, 'http://127.0.0.1:8600', 'stdout']);
  assert.deepEqual([roles, engine.enabled], [{ api: true, worker: true }, false]);
});

test('services that keep running have a health check, one-time services do not; each waits for the services that it needs', () => {
  for (const [name, { restart, healthcheck, depends_on: needs = {} }] of Object.entries(services)) {
    assert.equal(healthcheck !== undefined, restart === 'unless-stopped', name);
    for (const [other, { condition }] of Object.entries(needs)) {
      const stays = services[other]?.restart === 'unless-stopped';
      assert.equal(condition, stays ? 'service_healthy' : 'service_completed_successfully', `${name} needs ${other}`);
    }
  }
});

test('each named volume and file exists, ports are open on this machine only, and the engine sees no secret of the server', () => {
  const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
  for (const mount of mounts) assert.ok(mount.startsWith('./') ? existsSync(join(root, 'deploy', mount)) : mount in volumes, mount);
  assert.deepEqual(Object.keys(volumes).toSorted(), [...new Set(mounts.filter((mount) => !mount.startsWith('.')))].toSorted());
  for (const { ports = [] } of Object.values(services)) for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
  assert.ok(!services['engine']?.volumes?.some((volume) => /^(?:secrets|home|database|content)/.test(volume)));
  assert.ok(!services['server']?.volumes?.some((volume) => volume.startsWith('engine')));
  for (const { build } of Object.values(services)) if (build) assert.deepEqual(findPaths(build.dockerfile), [build.dockerfile]);
  for (const { image } of Object.values(services)) assert.match(image, /:[^:/]+$/, 'a version of the image');
});
