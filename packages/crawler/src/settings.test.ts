import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectionTarget, type ServerTarget } from './connection-target.ts';
import { SettingsFault } from './faults.ts';
import { hiderOf } from './secrets.ts';
import { readSettings } from './settings.ts';

const target = (values: Record<string, string>, application = ''): unknown =>
  connectionTarget(new Map(Object.entries(values)), application);
const server = (values: Record<string, string>, application = ''): ServerTarget => target(values, application) as ServerTarget;

describe('the database of a connection', () => {
  const account = { username: 'ada', password: 'x' };
  const plain = { user: 'ada', password: 'x', authorities: undefined };
  for (const [values, application, expected] of [
    [{ jdbcUrl: 'jdbc:postgresql://db:6000/shop', ...account }, '', { driver: 'postgres', host: 'db', port: 6000, database: 'shop' }],
    [
      { jdbcUrl: 'jdbc:PostgreSQL://[::1]/a%20b?user=bob', ...account },
      '',
      { driver: 'postgres', host: '::1', port: 5432, database: 'a b' },
    ],
    [{ jdbcUrl: 'jdbc:postgresql:shop', host: 'h', ...account }, '', { driver: 'postgres', host: 'h', port: 5432, database: 'shop' }],
    [
      { jdbcUrl: 'jdbc:postgresql:shop?loginTimeout=5', host: 'h', ...account },
      '',
      { driver: 'postgres', host: 'h', port: 5432, database: 'shop' },
    ],
    [{ host: 'h', database: 'd', ...account }, 'PostgreSQL', { driver: 'postgres', host: 'h', port: 5432, database: 'd' }],
    [{ jdbcUrl: 'jdbc:mysql://h', ...account }, 'anything', { driver: 'mysql', host: 'h', port: 3306, database: undefined }],
    [{ host: 'h', port: '33', database: 'd', ...account }, 'mariadb', { driver: 'mysql', host: 'h', port: 33, database: 'd' }],
  ] as const)
    test(JSON.stringify(values), () => assert.deepEqual(target(values, application), { ...plain, ...expected }));

  test('files are named by absolute paths', () => {
    assert.deepEqual(target({ jdbcUrl: 'jdbc:sqlite:/data/a b.db?mode=ro' }), { driver: 'sqlite', path: '/data/a b.db' });
    assert.deepEqual(target({ jdbcUrl: 'jdbc:duckdb:/data/files' }), { driver: 'duckdb', path: '/data/files' });
    assert.deepEqual(target({ path: '/data/x.db' }, 'sqlite'), { driver: 'sqlite', path: '/data/x.db' });
  });

  test('a driver of the connection reads any JDBC URL', () => {
    const jdbcUrl = 'jdbc:sqlserver://h;databaseName=x';
    const given = (values: Record<string, string>): unknown => connectionTarget(new Map(Object.entries(values)), 'any', '/run/driver.jar');
    const read = { driver: 'jdbc', url: jdbcUrl, jars: '/run/driver.jar', user: 'ada', password: 'x', driverClass: null };
    assert.deepEqual(given({ jdbcUrl, ...account }), read);
    const named = { jdbcUrl, user: 'ada', driverClass: 'org.example.Driver' };
    assert.deepEqual(given(named), { ...read, password: null, driverClass: 'org.example.Driver' });
  });

  for (const option of ['ssl=true', 'sslmode=require', 'sslmode=verify-full'])
    test(`${option} encrypts, and certificates are checked`, () => {
      const { authorities } = server({ jdbcUrl: `jdbc:postgresql://h/d?a=b&${option}`, ...account });
      assert.ok(authorities && authorities.length > 50);
    });
  test('other spellings that encrypt, and options that do not', () => {
    const mysql = 'jdbc:mysql://h/d';
    for (const values of [{ ssl: 'true' }, { jdbc_parameters: 'useSSL=true' }, { jdbc_parameters: 'x=1&sslMode=VERIFY_CA' }])
      assert.ok(server({ jdbcUrl: mysql, ...account, ...values }).authorities, JSON.stringify(values));
    for (const values of [{ ssl: 'false' }, { jdbc_parameters: 'useSSL=false' }, { jdbc_parameters: 'sslMode=PREFERRED' }])
      assert.equal(server({ jdbcUrl: mysql, ...account, ...values }).authorities, undefined, JSON.stringify(values));
  });

  for (const [values, application, message] of [
    [{ jdbcUrl: 'jdbc:postgresql://%2Fvar%2Frun/d', ...account }, '', /socket in the file system/],
    [{ host: '/var/run/postgresql', database: 'd', ...account }, 'postgresql', /socket in the file system/],
    [{ host: '%2Ftmp', database: 'd', ...account }, 'mysql', /socket in the file system/],
    [{}, '', /does not say which database it is: set "jdbcUrl"/],
    [{ jdbcUrl: 'jdbc:oracle:thin:@h:1521/x' }, '', /jdbc:oracle: needs its JDBC driver: .* set the property "driverResource"/],
    [{ jdbcUrl: 'jdbc:sqlserver://h;databaseName=x' }, '', /jdbc:sqlserver: needs its JDBC driver: .* Without a driver, postgresql/],
    [{ host: 'h' }, 'ftp', /the application ftp cannot be crawled/],
    [{ jdbcUrl: 'jdbc:postgresql://one:1,two:2/d', ...account }, '', /'jdbcUrl' cannot be read/],
    [{ jdbcUrl: 'jdbc:postgresql://h/d' }, '', /'username' is missing/],
    [{ jdbcUrl: 'jdbc:postgresql://h', ...account }, '', /'database' is missing/],
    [{ ...account, database: 'd' }, 'postgres', /'host' is missing/],
    [{ ...account, database: 'd', host: 'h', port: 'x' }, 'postgres', /'port' is not a number/],
    [{ ...account, database: 'd', host: 'h', ssl: 'true', ca: 'no' }, 'postgres', /'ca' is not a certificate/],
    [{ jdbcUrl: 'jdbc:sqlite::memory:' }, '', /by its absolute path/],
  ] as const)
    test(`refuses ${JSON.stringify(values)} of ${application || 'no application'}`, () => {
      assert.throws(
        () => target(values, application),
        (error) => error instanceof SettingsFault && message.test(error.message),
      );
    });
});

describe('the settings of a crawl', () => {
  const environment = { MILLRACE_URL: 'http://127.0.0.1:8080/', MILLRACE_EXECUTION_ID: 'e' };
  const parameters = { MILLRACE_CRAWL_TOKEN: 't', connection_source_jdbcUrl: 'jdbc:sqlite:/x.db', connection_other_jdbcUrl: 'no' };
  const read = (more: Record<string, string> = {}, env: Record<string, string> = environment) =>
    readSettings(env, new Map(Object.entries({ ...parameters, ...more })));

  test('have defaults', () => {
    assert.deepEqual(read(), {
      url: 'http://127.0.0.1:8080',
      executionId: 'e',
      token: 't',
      certificates: '',
      mode: 'crawl',
      selection: new Set(),
      sampleRows: 1000,
      statementMilliseconds: 30_000,
      target: { driver: 'sqlite', path: '/x.db' },
      outbound: { private: true, loopback: false, ranges: [] },
    });
    assert.deepEqual(read({ MILLRACE_CRAWL_OUTBOUND: 'loopback,10.1.0.0/16' }).outbound, {
      private: false,
      loopback: true,
      ranges: ['10.1.0.0/16'],
    });
    assert.deepEqual(read({ MILLRACE_CRAWL_SELECTION: '["a.b"]', MILLRACE_CRAWL_MODE: 'scan' }).selection, new Set(['a.b']));
  });

  for (const [name, value] of [
    ['MILLRACE_CRAWL_MODE', 'look'],
    ['MILLRACE_CRAWL_SELECTION', '{}'],
    ['MILLRACE_CRAWL_SELECTION', '[1]'],
    ['MILLRACE_CRAWL_SELECTION', 'a'],
    ['MILLRACE_CRAWL_SAMPLE_ROWS', '10001'],
    ['MILLRACE_CRAWL_SAMPLE_ROWS', ''],
    ['MILLRACE_CRAWL_SAMPLE_ROWS', '-1'],
    ['MILLRACE_CRAWL_STATEMENT_SECONDS', '0'],
    ['MILLRACE_CRAWL_OUTBOUND', 'all'],
  ] as const)
    test(`refuse ${name} ${JSON.stringify(value)}`, () =>
      assert.throws(() => read({ [name]: value }), new RegExp(`The parameter ${name} must be`)));

  test('need the variables of an engine', () => {
    assert.throws(() => read({}, { MILLRACE_EXECUTION_ID: 'e' }), /MILLRACE_URL is not set/);
  });
});

test('secrets of parameters appear in no message, also those in a URL', () => {
  const hide = hiderOf(
    new Map([
      ['MILLRACE_CRAWL_TOKEN', 'mrk_1'],
      ['connection_source_password', 'p@ss word'],
      ['connection_source_jdbcUrl', 'jdbc:mysql://ada:in-url@h/d?password=in-query&x=1'],
      ['connection_source_username', 'ada'],
    ]),
  );
  assert.equal(hide('ada mrk_1 p@ss word p%40ss%20word in-url in-query x'), 'ada *** *** *** *** *** x');
});
