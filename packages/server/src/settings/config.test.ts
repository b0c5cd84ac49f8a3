import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from './config.ts';
import { StartError } from '../core/base/start-error.ts';
import { certificate } from '../../test/support/certificate.ts';

const MILLRACE_HOME = join(tmpdir(), 'millrace-config');
const read = (environment: Record<string, string> = {}) => readConfig({ MILLRACE_HOME, ...environment });

test('has default values, and treats an empty value as not set', () => {
  const expected = {
    home: MILLRACE_HOME,
    blobFolder: join(MILLRACE_HOME, 'blobs'),
    s3: undefined,
    consoleFolder: undefined,
    drainSeconds: 2,
    manualFolder: undefined,
    databaseUrl: undefined,
    host: '127.0.0.1',
    port: 8600,
    watch: { host: '127.0.0.1', port: 8601 },
    publicUrl: undefined,
    outbound: { private: true, loopback: 'single user', ranges: [] },
    deliveries: { outbound: { private: true, loopback: 'single user', ranges: [] }, authorities: undefined, acceptsAnyHost: false },
    key: undefined,
    writesAdministratorFiles: true,
    roles: { api: true, worker: true },
    engine: { enabled: true, capacity: 4, environment: { NODE_COMPILE_CACHE: join(MILLRACE_HOME, 'cache', 'compiled') } },
    mail: undefined,
    openLineageUrl: undefined,
    openId: undefined,
    tokenAlgorithm: 'ES384',
    registersClients: false,
    oldKeys: [],
    allowsUnisolatedTasks: false,
    needsMakers: true,
    telemetry: {},
    trustedProxies: [],
    log: { output: 'file', bytes: 10 * 2 ** 20, kept: 5 },
    logLevel: 'info',
    requestLog: 'failed',
    checkAnswers: false,
    poolSize: 10,
    limits: read().limits,
    fault: undefined,
  };
  assert.deepEqual(read(), expected);
  const names = [
    'DATABASE_URL',
    'MILLRACE_BLOB_FOLDER',
    'MILLRACE_BLOB_STORE',
    'MILLRACE_OPENID_ISSUER',
    'MILLRACE_OPENID_CLIENT_ID',
    'MILLRACE_OPENID_CLIENT_SECRET_FILE',
    'MILLRACE_OPENID_CREATE_USERS',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_REGION',
    'MILLRACE_HOST',
    'MILLRACE_PORT',
    'MILLRACE_METRICS_HOST',
    'MILLRACE_METRICS_PORT',
    'MILLRACE_PUBLIC_URL',
    'MILLRACE_OUTBOUND_ALLOW',
    'MILLRACE_KEY',
    'MILLRACE_OLD_KEYS',
    'MILLRACE_ROLE',
    'MILLRACE_ENGINE',
    'MILLRACE_ENGINE_ISOLATION',
    'MILLRACE_ENGINE_USERS',
    'MILLRACE_ENGINE_TASK_FOLDERS',
    'MILLRACE_ENGINE_SHARED_FOLDERS',
    'MILLRACE_ENGINE_RUN_AS',
    'MILLRACE_ENGINE_OUTBOUND_ALLOW',
    'MILLRACE_UNISOLATED_TASKS',
    'MILLRACE_OWNERLESS_WEBHOOKS',
    'MILLRACE_LOG_LEVEL',
  ];
  assert.deepEqual(read(Object.fromEntries(names.map((name) => [name, '']))), expected);
});

test('uses the values that are set', () => {
  const config = read({
    DATABASE_URL: 'postgresql://somebody:secret@db.example/millrace?sslmode=require',
    MILLRACE_BLOB_FOLDER: '/mnt/millrace',
    MILLRACE_HOST: '0.0.0.0',
    MILLRACE_PORT: '0',
    MILLRACE_KEY: 'k',
    MILLRACE_OLD_KEYS: 'a, b,,',
    MILLRACE_ENGINE: 'built-in',
    MILLRACE_ENGINE_CAPACITY: '1000',
    MILLRACE_LOG_LEVEL: 'debug',
    MILLRACE_CHECK_ANSWERS: 'on',
    MILLRACE_DATABASE_CONNECTIONS: '2',
    MILLRACE_UPLOAD_BYTES: '5',
    MILLRACE_LEASE_SECONDS: '1',
    MILLRACE_CALL_BYTES: '6',
    MILLRACE_CALLS_PER_MINUTE: '7',
    MILLRACE_HISTORY_DAYS: '8',
    MILLRACE_LOG_DAYS: '9',
    MILLRACE_REQUESTS_PER_MINUTE: '10',
    MILLRACE_TIER1_PER_MINUTE: '14',
    MILLRACE_TIER2_PER_MINUTE: '15',
    MILLRACE_SAMPLE_ROWS: '16',
    MILLRACE_STALL_SECONDS: '11',
    MILLRACE_SLOW_CALLER_SECONDS: '12',
    MILLRACE_STREAMS_PER_CALLER: '13',
  });
  assert.equal(config.databaseUrl, 'postgresql://somebody:secret@db.example/millrace?sslmode=require');
  assert.deepEqual(
    [config.blobFolder, config.host, config.port, config.key, config.logLevel],
    [resolve('/mnt/millrace'), '0.0.0.0', 0, 'k', 'debug'],
  );
  assert.deepEqual(config.oldKeys, ['a', 'b']);
  assert.deepEqual([config.checkAnswers, config.poolSize, config.engine.enabled, config.engine.capacity], [true, 2, true, 1000]);
  assert.deepEqual(config.limits, {
    ...read().limits,
    uploadBytes: 5,
    leaseSeconds: 1,
    callBytes: 6,
    callsPerMinute: 7,
    historyDays: 8,
    logDays: 9,
    requestsPerMinute: 10,
    stallSeconds: 11,
    slowCallerSeconds: 12,
    streamsPerCaller: 13,
    tier1PerMinute: 14,
    tier2PerMinute: 15,
    sampleRows: 16,
  });
});

test('accepts a public URL without credentials, query and fragment, and removes slashes at its end', () => {
  for (const [text, publicUrl] of [
    ['https://millrace.example.com', 'https://millrace.example.com'],
    ['http://10.0.0.1:8080/millrace//', 'http://10.0.0.1:8080/millrace'],
  ] as const)
    assert.equal(read({ MILLRACE_PUBLIC_URL: text }).publicUrl, publicUrl);
  for (const text of ['millrace.example.com', 'ftp://a', 'https://a?b', 'https://a#b', 'https://user:secret@a'])
    assert.throws(
      () => read({ MILLRACE_PUBLIC_URL: text }),
      (error) => error instanceof StartError && !error.message.includes('secret'),
    );
});

test('allows more addresses for webhooks only', () => {
  for (const [all, more, outbound] of [
    ['', '', { private: true, loopback: 'single user', ranges: [] }],
    ['none', '10.1.0.0/16', { private: false, loopback: 'closed', ranges: ['10.1.0.0/16'] }],
    ['10.2.0.1', 'private,loopback,10.1.0.0/16', { private: true, loopback: 'open', ranges: ['10.2.0.1', '10.1.0.0/16'] }],
    ['', 'none', { private: true, loopback: 'single user', ranges: [] }],
  ] as const) {
    const config = read({ MILLRACE_OUTBOUND_ALLOW: all, MILLRACE_WEBHOOK_NETWORKS: more });
    assert.deepEqual(config.deliveries.outbound, outbound);
    assert.equal(config.deliveries.acceptsAnyHost, more !== '' && more !== 'none');
  }
  assert.throws(() => read({ MILLRACE_WEBHOOK_NETWORKS: 'everything' }), /MILLRACE_WEBHOOK_NETWORKS is 'everything': set it to/);
});

test('reads the certificates of authorities for webhooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-authorities-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, `a comment\n${certificate}${certificate}`);
  assert.equal(read({ MILLRACE_WEBHOOK_CA: file }).deliveries.authorities?.match(/BEGIN CERTIFICATE/g)?.length, 2);
  writeFileSync(file, certificate.replace('MIIB', 'AAAA'));
  for (const wrong of [file, join(folder, 'missing.pem'), folder])
    assert.throws(() => read({ MILLRACE_WEBHOOK_CA: wrong }), /MILLRACE_WEBHOOK_CA is '.+': set it to a file with certificates/);
});

test('allows exactly the outbound addresses that are named', () => {
  for (const [text, outbound] of [
    ['none', { private: false, loopback: 'closed', ranges: [] }],
    ['private', { private: true, loopback: 'closed', ranges: [] }],
    ['loopback', { private: false, loopback: 'open', ranges: [] }],
    [' loopback , private', { private: true, loopback: 'open', ranges: [] }],
    ['10.1.0.0/16,fd00::/8, 192.0.2.7', { private: false, loopback: 'closed', ranges: ['10.1.0.0/16', 'fd00::/8', '192.0.2.7'] }],
    ['private,100.64.0.0/10', { private: true, loopback: 'closed', ranges: ['100.64.0.0/10'] }],
  ] as const)
    assert.deepEqual(read({ MILLRACE_OUTBOUND_ALLOW: text }).outbound, outbound);
});

test('serves metrics and health on the port after the port of the API, on another one, or not at all', () => {
  const port = (environment: Record<string, string>) => read(environment).watch.port;
  assert.deepEqual(
    [port({ MILLRACE_PORT: '9000' }), port({ MILLRACE_PORT: '0' }), port({ MILLRACE_PORT: '65535' }), port({ MILLRACE_METRICS_PORT: '0' })],
    [9001, 0, 1, 0],
  );
  assert.deepEqual([port({ MILLRACE_METRICS_PORT: '65535' }), port({ MILLRACE_METRICS_PORT: 'none' })], [65_535, undefined]);
  assert.equal(read({ MILLRACE_METRICS_HOST: '0.0.0.0' }).watch.host, '0.0.0.0');
});

test('runs a process as API or as worker', () => {
  assert.deepEqual(read({ MILLRACE_ROLE: 'api' }).roles, { api: true, worker: false });
  assert.deepEqual(read({ MILLRACE_ROLE: 'worker' }).roles, { api: false, worker: true });
});

test('starts an engine beside an external database only if MILLRACE_ENGINE says so', () => {
  const DATABASE_URL = 'postgres://localhost/millrace';
  assert.equal(read({ DATABASE_URL }).engine.enabled, false);
  assert.equal(read({ DATABASE_URL, MILLRACE_ENGINE: 'built-in' }).engine.enabled, true);
  assert.equal(read({ MILLRACE_ENGINE: 'none' }).engine.enabled, false);
});

test('refuses an invalid value in one line that names the setting and its valid values', () => {
  const wrong: [string, string[], RegExp][] = [
    ['MILLRACE_PORT', ['http', '-1', '65536', '80.5', '8600;'], /whole number from 0 to 65535/],
    ['MILLRACE_METRICS_PORT', ['http', '-1', '65536', '80.5', 'NONE'], /none or a whole number from 0 to 65535/],
    [
      'MILLRACE_OUTBOUND_ALLOW',
      [
        'all',
        'Private',
        'none,private',
        'private,',
        ',',
        '10.0.0.0/33',
        'db.example',
        '10.0.0.1:5432',
        '::ffff:10.0.0.0/104',
        'private loopback',
      ],
      /none, or to private, loopback, addresses and ranges/,
    ],
    ['MILLRACE_STALL_SECONDS', ['0', '86401'], /whole number from 1 to 86400/],
    ['MILLRACE_ENGINE_CAPACITY', ['0', '1001', 'many'], /whole number from 1 to 1000/],
    ['MILLRACE_DATABASE_CONNECTIONS', ['1', '501'], /whole number from 2 to 500/],
    ['MILLRACE_UPLOAD_BYTES', ['0', '1GiB', 'NaN', 'Infinity'], /whole number from 1 to/],
    ['MILLRACE_LEASE_SECONDS', ['0', '3601'], /whole number from 1 to 3600/],
    ['MILLRACE_ROLE', ['both', 'API'], /one of all, api, worker/],
    ['MILLRACE_ENGINE', ['docker', 'true'], /one of built-in, none/],
    ['MILLRACE_LOG_LEVEL', ['loud', 'INFO'], /one of debug, info, warn, error, silent/],
    ['MILLRACE_REQUEST_LOG', ['on', 'ALL'], /one of all, failed, none/],
    ['MILLRACE_CHECK_ANSWERS', ['yes', '1'], /one of on, off/],
    ['MILLRACE_FAULT', ['accept.after-commit', 'nowhere'], /for tests only: remove it/],
    ['DATABASE_URL', ['localhost', 'mysql://a:b@c/d', ' postgres://a'], /postgres:\/\/user:password@host:port\/database/],
  ];
  for (const [name, values, message] of wrong) {
    for (const value of values) {
      assert.throws(
        () => read({ [name]: value }),
        (error) => {
          assert.ok(error instanceof StartError, `${name}=${value}`);
          assert.match(error.message, message);
          assert.ok(error.message.startsWith(name) && !error.message.includes('\n'));
          return true;
        },
      );
    }
  }
});

test('does not repeat an address that may contain a password', () => {
  assert.throws(
    () => read({ DATABASE_URL: 'mysql://a:s3cret@host/b' }),
    (error: Error) => !error.message.includes('s3cret'),
  );
});

test('passes the address for spans to the built-in engine, but not the service name, nor headers and keys, which may be secret', () => {
  const passed = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER: 'always_on' };
  const notPassed = { OTEL_SERVICE_NAME: 'control', OTEL_EXPORTER_OTLP_HEADERS: 'key=s3cret', OTEL_EXPORTER_OTLP_CLIENT_KEY: '/key' };
  const { engine, telemetry } = read({ ...passed, ...notPassed, OTEL_SDK_DISABLED: '' });
  assert.deepEqual(telemetry, { ...passed, ...notPassed });
  const names = Object.keys(engine.environment).filter((name) => name.startsWith('OTEL_'));
  assert.deepEqual(names.toSorted(), Object.keys(passed).toSorted());
});

test('accepts an http address for OpenLineage events, and does not repeat an invalid one in its error', () => {
  const of = (MILLRACE_OPENLINEAGE_URL: string) => read({ MILLRACE_OPENLINEAGE_URL }).openLineageUrl;
  assert.equal(of('http://marquez:5000/api/v1/lineage'), 'http://marquez:5000/api/v1/lineage');
  assert.equal(of(''), undefined);
  for (const bad of ['sesame', 'ftp://sesame/', 'https://u:sesame@example.com/'])
    assert.throws(
      () => of(bad),
      (error: Error) => /MILLRACE_OPENLINEAGE_URL is no http/.test(error.message) && !error.message.includes('sesame'),
    );
});

test('passes the variables that tasks need to the built-in engine, and no secret of the server', () => {
  const { environment } = read({
    PATH: '/usr/bin',
    JAVA_HOME: '/usr/lib/jvm',
    MILLRACE_KEY: 'k',
    DATABASE_URL: 'postgres://a:b@c/d',
    AWS_SECRET_ACCESS_KEY: 's',
  }).engine;
  assert.deepEqual(Object.keys(environment).toSorted(), ['JAVA_HOME', 'NODE_COMPILE_CACHE', 'PATH']);
});
