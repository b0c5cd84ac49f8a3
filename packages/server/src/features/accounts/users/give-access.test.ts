import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS, SCOPES } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { clientWithTokens } from '../../../../test/support/client-tokens.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const { client, issue } = await clientWithTokens(server);
const administrator = await make.user({ permissions: PERMISSIONS });
// All scopes but the one for everything, without those that other scopes include.
const most = await issue(
  administrator,
  Object.keys(SCOPES).filter((one) => one !== 'admin_classic'),
);
const all = await issue(administrator, ['admin_classic']);
const person = await make.user();
await platform.db.writer.rows(sql`insert into second_factor (account_id, secret, confirmed_at) values (${person.id}, 'sealed', now())`);
const role = (await call('POST /account/roles', { body: { name: 'Night operator', permissions: ['SVC_OPERATOR'] } })).body.id;
const group = (await call('POST /account/groups', { body: { name: 'Operators', roleIds: [role] } })).body.id;
const service = (await call('POST /account/service-accounts', { body: { name: 'Report', permissions: [] } })).body.id;
const TABLES = [
  'account',
  'password_link',
  'account_password',
  'personal_access_token',
  'account_role',
  'account_group_member',
  'oauth_client',
  'second_factor',
];
const MORE = ['oauth_client_secret', 'oauth_connection_config', 'service_account_secret', 'account_group'];

let number = 0;
const names = () => {
  number += 1;
  const login = `user${number}@example.com`;
  return { login, email: login, firstName: 'Ada', lastName: 'Lovelace' };
};
const scimUser = (fields: object) => ({ userName: names().login, emails: [{ value: 'ada@example.com' }], ...fields });
const ofPerson = { path: { id: person.id } };
const ofClient = { path: { id: client } };
const ofService = { path: { id: service } };

/** Requests that give access, by what they give. */
const giving: Readonly<Record<string, [string, () => Sent]>> = {
  'a personal access token': ['POST /account/personal-access-tokens', () => ({ body: { name: 'Mine' } })],
  'an API key': ['POST /api/v1/api-keys', () => ({ body: { description: 'My key' } })],
  'an OAuth client': ['POST /api/v1/oauth-clients', () => ({ body: { appType: 'web', clientName: 'Mine' } })],
  'a secret of an OAuth client': ['POST /api/v1/oauth-clients/{id}/client-secrets', () => ofClient],
  'scopes of an OAuth client': [
    'PATCH /api/v1/oauth-clients/{id}',
    () => ({ ...ofClient, body: [{ op: 'add', path: '/allowedScopes', value: 'admin_classic' }] }),
  ],
  'consent for all people': [
    'PATCH /api/v1/oauth-clients/{id}/connection-configs/me',
    () => ({ ...ofClient, body: [{ op: 'replace', path: '/consentMethod', value: 'trusted' }] }),
  ],
  'a service account': ['POST /account/service-accounts', () => ({ body: { name: 'Mine', permissions: ['SVC_OPERATOR'] } })],
  'a secret of a service account': ['POST /account/service-accounts/{id}/secrets', () => ofService],
  'permissions of a service account': [
    'PUT /account/service-accounts/{id}',
    () => ({ ...ofService, body: { name: 'Report', permissions: ['SVC_OPERATOR'] } }),
  ],
  'an invitation with a new user': ['POST /account/users', () => ({ body: names() })],
  'an invitation with a new user of the tenant API': [
    'POST /api/v1/users',
    () => ({ body: { subject: names().login, name: 'Ada Lovelace', status: 'invited' } }),
  ],
  'an invitation': ['POST /account/users/{id}/invitation', () => ofPerson],
  invitations: ['POST /api/v1/users/actions/invite', () => ({ body: { invitees: [{ email: names().login }] } })],
  'another password': ['POST /account/users/{id}/password-reset', () => ofPerson],
  'a sign-in without a second factor': ['DELETE /account/users/{id}/second-factor', () => ofPerson],
  'a password by SCIM': ['POST /scim/v2/Users', () => ({ body: scimUser({ password: 'the first passphrase' }) })],
  'another email address': ['PUT /account/users/{id}', () => ({ ...ofPerson, body: names() })],
  'another login by SCIM': ['PUT /scim/v2/Users/{id}', () => ({ ...ofPerson, body: scimUser({}) })],
  'a role': ['POST /account/users/{id}/roles', () => ({ ...ofPerson, body: [role] })],
  'a role to users': ['POST /account/roles/{id}/users', () => ({ path: { id: role }, body: [person.id] })],
  'a role with a new user': ['POST /account/users', () => ({ query: { invite: false }, body: { ...names(), roleIds: [role] } })],
  'a role by a group': ['POST /account/groups/{id}/users', () => ({ path: { id: group }, body: [person.id] })],
  'a role to a new group': ['POST /account/groups', () => ({ body: { name: `Operators ${names().login}`, roleIds: [role] } })],
};

describe('oauth.use.access', () => {
  for (const [access, [route, sent]] of Object.entries(giving))
    test(`oauth.use.access: ${access} needs admin_classic`, async () => {
      const { headers } = await leavesNothing(server, route, { ...sent(), token: most }, 403, 'scope_missing', ...TABLES, ...MORE);
      assert.equal(headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="admin_classic"');
      const { status, body } = await call(route, { ...sent(), token: all });
      assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
    });

  test('oauth.use.access: without admin_classic, users are created, and changed in fields that do not concern their sign-in', async () => {
    const token = await issue(administrator, ['admin.users']);
    const body = names();
    const created = await call('POST /account/users', { token, query: { invite: false }, body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const path = { id: created.body.id };
    assert.equal((await call('PUT /account/users/{id}', { token, path, body: { ...body, lastName: 'King', active: false } })).status, 200);
    assert.equal((await call('POST /scim/v2/Users', { token, body: scimUser({}) })).status, 201);
    assert.equal((await call('DELETE /api/v1/users/{id}', { token, path })).status, 204);
  });
});
