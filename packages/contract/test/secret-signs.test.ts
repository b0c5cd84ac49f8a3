import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretParameter, takesSecrets } from '../src/parameters.ts';
import { looksSecret, secretPartsOf } from '../src/secret-signs.ts';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----';
const VALUE = 'swordfish-7c1';

test('execution-logs.secrets.signs', () => {
  const names =
    'password PASSWORD db_password dbPassword sslpassword smtp.passwd pwd DB-PWD password_2 password1 db_pass passphrase credentials ' +
    'connection_crm_password secret client_secret clientSecret clientsecret secret_value password_prod token TOKEN auth_token accessToken ' +
    'accesstoken OAuth2Token github-token apikey api_key apiKey API-KEY APIKey privateKey private_key AWS_SECRET_ACCESS_KEY account_key ' +
    'CONTEXT_KEYSTOREPWD dbpwd truststorepwd_2 dbpass KEYSTOREPASS storepass key KEY key1';
  for (const name of names.split(' ')) assert.ok(looksSecret(name, VALUE), name);
  const others =
    'tokenizer_path tokenizer secretary secretaryName bypass compass passenger overpass pwdfile monkey keyboard keys cache_key partitionKey city password_file passwordFile token_url ' +
    'tokenEndpoint secret_name secretArn api_key_id token_type password_policy max_tokens public_key primary_key sort_key token_count secret_version';
  for (const name of others.split(' ')) assert.ok(!looksSecret(name, VALUE), name);
  // The value shows that the parameter holds no secret.
  for (const value of ['', ' ', 'true', 'FALSE', '/etc/millrace/password', './token.txt', 'C:\\keys\\id', 'file:///run/secrets/token'])
    assert.ok(!looksSecret('password', value), value);
  assert.ok(!looksSecret('key', '17') && !looksSecret('token', '4096') && !looksSecret('pass', '2') && looksSecret('password', '123456'));
});

test('execution-logs.secrets.signs: values', () => {
  for (const [value, parts] of [
    [PEM, []],
    ['-----BEGIN PRIVATE KEY-----', []],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----', []],
    ['https://ada:pa%2Fss@example.com/x', ['pa%2Fss', 'pa/ss']],
    ['redis://:onlypass@cache:6379/0', ['onlypass']],
    ['amqp://ada:100%@example.com', ['100%']],
    ['jdbc:postgresql://db/finance?user=ada&password=pw1', ['pw1']],
    ['jdbc:sqlserver://db;databaseName=x;password=pw2;encrypt=true', ['pw2']],
    ['jdbc:oracle:thin:scott/tiger@//db:1521/x', ['tiger']],
    ['Bearer 0123456789abcdef', ['0123456789abcdef']],
    ['Basic YWRhOnB3Mw==', ['YWRhOnB3Mw==']],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln', ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln']],
    ['DefaultEndpointsProtocol=https;AccountName=a;AccountKey=abc==;EndpointSuffix=x', ['abc==']],
  ] as const) {
    assert.ok(looksSecret('where', value), value);
    assert.deepEqual(secretPartsOf(value), parts, value);
  }
  const plain = [
    'https://example.com/a:b@c',
    'https://ada@example.com',
    'mailto:ada@example.com',
    'jdbc:postgresql://db:5432/finance',
    '12:30',
    'Basic subscription',
    'Basic Abcd',
    'Bearer bonds',
  ];
  for (const value of [...plain, '-----BEGIN PUBLIC KEY-----', '-----BEGIN CERTIFICATE-----', 'Send token=abc to us', 'a=b'])
    assert.ok(!looksSecret('where', value), value);
  const began = performance.now();
  for (const part of ['://a:', '-----BEGIN ', 'a ', '?', ';password ', 'A'])
    looksSecret(part.repeat(200), part.repeat(100_000 / part.length));
  assert.ok(performance.now() - began < 1000, 'long values take no long time');
});

test('what is declared decides before the signs', () => {
  for (const [declared, name, value, secret] of [
    [undefined, 'token', 'abc', true],
    [undefined, 'city', 'abc', false],
    [{ name: 'token', type: 'string' }, 'token', 'abc', true],
    [{ name: 'token', type: 'string', secret: false }, 'token', 'abc', false],
    [{ name: 'url', secret: false }, 'url', 'https://a:b@c', false],
    [{ name: 'city', secret: true }, 'city', '', true],
    [{ name: 'pin', type: 'id_Password' }, 'pin', '', true],
    [{ name: 'pin', type: 'password', secret: false }, 'pin', '1', true],
  ] as const)
    assert.equal(isSecretParameter(declared, name, value), secret, JSON.stringify([declared, name]));
});

test('a declared parameter takes secrets by its name, unless its author or its type says otherwise', () => {
  const takes = (name: string, type?: string, secret?: boolean): boolean =>
    takesSecrets({ name, ...(type !== undefined && { type }), ...(secret !== undefined && { secret }) });
  for (const name of [
    'password',
    'dbPassword',
    'api.key',
    'api-key',
    'accessKey',
    'private_key',
    'passphrase',
    'credential',
    'key',
    'token',
  ])
    assert.ok(takes(name, 'string') && takes(name), name);
  for (const name of ['tokenizer', 'keyboard', 'primary_key', 'password_file', 'city']) assert.ok(!takes(name, 'string'), name);
  // The author decides, and so does a type whose values are no secrets.
  assert.ok(!takes('password', 'string', false) && takes('note', 'string', true) && takes('note', 'id_Password'));
  assert.ok(!takes('use_password', 'boolean') && !takes('token', 'int') && takes('password', 'int'));
});
