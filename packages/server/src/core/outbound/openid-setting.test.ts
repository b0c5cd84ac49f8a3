import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '../base/start-error.ts';
import { isSafeFromReaders, readOpenIdSetting } from './settings.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-openid-'));
after(() => rm(folder, { recursive: true, force: true }));
const [secret, empty] = [join(folder, 'secret'), join(folder, 'empty')];
await writeFile(secret, 'sesame with spaces \n');
await writeFile(empty, '\n');

const least = { MILLRACE_OPENID_ISSUER: 'https://login.example.com:8443/realms/staff', MILLRACE_OPENID_CLIENT_ID: 'millrace' };

test('the provider needs issuer and client; everything else has a default', () => {
  assert.equal(readOpenIdSetting({}), undefined);
  assert.deepEqual(readOpenIdSetting({ ...least, MILLRACE_OPENID_NAME: '' }), {
    issuer: least.MILLRACE_OPENID_ISSUER,
    clientId: 'millrace',
    clientSecret: undefined,
    name: 'login.example.com:8443',
    scopes: 'openid email profile',
    rolesClaim: undefined,
    groupsClaim: undefined,
    createsUsers: false,
  });
  const all = {
    ...least,
    MILLRACE_OPENID_CLIENT_SECRET_FILE: secret,
    MILLRACE_OPENID_NAME: 'Example',
    MILLRACE_OPENID_SCOPES: 'email openid',
    MILLRACE_OPENID_ROLES_CLAIM: 'roles',
    MILLRACE_OPENID_GROUPS_CLAIM: 'groups',
    MILLRACE_OPENID_CREATE_USERS: 'on',
  };
  assert.deepEqual(readOpenIdSetting(all), {
    issuer: least.MILLRACE_OPENID_ISSUER,
    clientId: 'millrace',
    clientSecret: 'sesame with spaces',
    name: 'Example',
    scopes: 'email openid',
    rolesClaim: 'roles',
    groupsClaim: 'groups',
    createsUsers: true,
  });
});

test('wrong settings are refused, without the secret', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [
      { ...least, MILLRACE_OPENID_ISSUER: 'login.example.com' },
      /MILLRACE_OPENID_ISSUER is 'login\.example\.com': set it to the https address/,
    ],
    [{ ...least, MILLRACE_OPENID_ISSUER: 'http://login.example.com' }, /MILLRACE_OPENID_ISSUER is/],
    [{ ...least, MILLRACE_OPENID_ISSUER: 'https://login.example.com/.well-known/openid-configuration' }, /MILLRACE_OPENID_ISSUER is/],
    [{ ...least, MILLRACE_OPENID_ISSUER: 'https://login.example.com/?a=b' }, /MILLRACE_OPENID_ISSUER is/],
    [{ MILLRACE_OPENID_ISSUER: least.MILLRACE_OPENID_ISSUER }, /belong together/],
    [{ MILLRACE_OPENID_CLIENT_ID: 'millrace' }, /belong together/],
    [{ ...least, MILLRACE_OPENID_SCOPES: 'email profile' }, /one of them openid/],
    [{ ...least, MILLRACE_OPENID_CREATE_USERS: 'yes' }, /set it to one of on, off/],
    [{ ...least, MILLRACE_OPENID_CLIENT_SECRET_FILE: join(folder, 'missing') }, /missing', which cannot be read \(ENOENT\)/],
    [{ ...least, MILLRACE_OPENID_CLIENT_SECRET_FILE: empty }, /which is empty/],
    [{ MILLRACE_OPENID_CLIENT_ID: 'millrace', MILLRACE_OPENID_CLIENT_SECRET_FILE: secret }, /belong together/],
  ];
  for (const [environment, message] of refused)
    assert.throws(
      () => readOpenIdSetting(environment),
      (error) => error instanceof StartError && message.test(error.message) && !error.message.includes('sesame'),
    );
});

test('an address is safe if it is https or a server on this machine', () => {
  for (const address of ['https://a.example.com', 'http://localhost:80', 'http://127.0.0.1:1', 'http://127.1.2.3', 'http://[::1]:8'])
    assert.ok(isSafeFromReaders(new URL(address)), address);
  for (const address of [
    'http://a.example.com',
    'http://127.a.example.com',
    'http://localhost.example.com',
    'http://[::2]',
    'javascript:1',
  ])
    assert.ok(!isSafeFromReaders(new URL(address)), address);
});
