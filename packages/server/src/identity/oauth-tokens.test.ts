import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../core/database/sql.ts';
import { newId } from '../core/base/id.ts';
import { clientWithTokens } from '../../test/support/client-tokens.ts';
import { assertRefused, leavesNothing } from '../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const { writer } = platform.db;
const { issue } = await clientWithTokens(server);
const administrator = await make.user({ permissions: PERMISSIONS });
const ME = 'GET /account/me';
const permissionsWith = async (...scopes: string[]): Promise<string[]> =>
  (await call(ME, { token: await issue(administrator, scopes) })).body.permissions;

describe('oauth.use.smaller', () => {
  test('oauth.use.smaller: a token has the permissions of its scopes', async () => {
    assert.deepEqual(await permissionsWith('admin_classic'), PERMISSIONS.toSorted());
    const daily = ['DYN_ENGINE_READ', 'SVC_CONNECTION_RESOURCE_EDIT', 'SVC_ENGINE_USE', 'SVC_OPERATOR', 'SVC_PROMOTION_EXECUTION'];
    assert.deepEqual(await permissionsWith('user_default'), daily);
    const more = await permissionsWith('user_default', 'classic_service.svc_role_management', 'admin.users', 'offline_access');
    assert.deepEqual(more, [...daily, 'SVC_ROLE_MANAGEMENT'].toSorted());
  });

  test('oauth.use.smaller: a scope gives no permission that the account lacks', async () => {
    const operator = await make.user({ permissions: ['SVC_OPERATOR'] });
    const token = await issue(operator, ['admin_classic', 'admin.ip-policies', 'admin.users:read']);
    assert.deepEqual((await call(ME, { token })).body.permissions, ['SVC_OPERATOR']);
    for (const route of ['GET /security/ip-allowlist', 'GET /api/v1/users', 'GET /account/roles'])
      assertRefused(await call(route, { token }), 403, 'forbidden');
  });

  test('oauth.use.smaller: one of several permissions counts only with its own scope', async () => {
    const cluster = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
    const list = async (scope: string): Promise<Answer> =>
      call('GET /processing/runtimes/remote-engines', { token: await issue(cluster, [scope]) });
    assert.equal((await list('classic_service.svc_cluster_management')).status, 200);
    assertRefused(await list('classic_service.svc_operator'), 403, 'forbidden');
  });

  test('oauth.use.smaller: other scopes give the permission in their operations only', async () => {
    const token = await issue(administrator, ['admin.ip-policies', 'users:read', 'environments:read']);
    for (const route of ['GET /security/ip-allowlist/observations', 'GET /api/v1/users', 'GET /orchestration/environments'])
      assert.equal((await call(route, { token })).status, 200, route);
    const path = { id: await make.administrator() };
    assert.equal((await call('GET /api/v1/users/{id}', { token, path })).status, 200, 'a permission that rules of the operation ask for');
    for (const route of ['GET /account/users', 'GET /scim/v2/Users', 'POST /orchestration/environments'])
      assertRefused(
        await call(route, { token, ...(route.startsWith('POST') && { body: { name: 'A', workspaceName: 'B' } }) }),
        403,
        'scope_missing',
      );
    const workspace = await make.workspace();
    const visible = async (scope: string): Promise<boolean> => {
      const { body } = await call('GET /orchestration/workspaces', { token: await issue(administrator, [scope]) });
      return body.some(({ id }: { id: string }) => id === workspace.id);
    };
    assert.deepEqual([await visible('environments:read'), await visible('classic_service.svc_operator')], [true, false]);
  });
});

test('oauth.use.scope', async () => {
  const token = await issue(administrator, ['classic_service.svc_operator', 'offline_access']);
  assert.equal((await call('GET /orchestration/executables/tasks', { token })).status, 200);
  assertRefused(await call(ME, { token }), 403, 'scope_missing');
  // The shape of the request is checked first, as for permissions.
  assertRefused(await call('POST /account/roles', { token, body: {} }), 400, 'malformed_request');
  await leavesNothing(server, 'POST /account/roles', { token, body: { name: 'Mine' } }, 403, 'scope_missing', 'role');
  assertRefused(await call(ME, { token: await issue(administrator, []) }), 403, 'scope_missing');
  const service = await make.user({ type: 'SERVICE' });
  for (const one of [administrator.token, service.token]) assert.equal((await call(ME, { token: one })).status, 200);
});

test('oauth.use.challenge', async () => {
  const token = await issue(administrator, ['offline_access']);
  const several = await call('GET /security/ip-allowlist', { token });
  assert.equal(several.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="admin.ip-policies"');
  assert.match(several.body.message, /one of the scopes admin\.ip-policies, classic_service\.svc_user_management: /);
  const single = await call(ME, { token });
  assert.equal(single.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="user_default"');
  assert.match(single.body.detail, /the scope user_default: /);
});

describe('oauth.use.ended', () => {
  const works = async (token: string): Promise<boolean> => {
    const answer = await call(ME, { token });
    if (answer.status !== 200) assertRefused(answer, 401, 'not_signed_in');
    return answer.status === 200;
  };
  const endsBy = async (token: string, work: () => Promise<unknown>): Promise<void> => {
    assert.ok(await works(token));
    await work();
    assert.equal(await works(token), false);
  };
  const done = async (answer: Promise<Answer>): Promise<void> => assert.equal((await answer).status, 204);

  test('oauth.use.ended: with its client', async () => {
    const { client, issue: issueHere } = await clientWithTokens(server);
    await endsBy(await issueHere(administrator, ['user_default']), () =>
      done(call('DELETE /api/v1/oauth-clients/{id}', { path: { id: client }, headers: { 'service-confirm-delete': client } })),
    );
  });

  test('oauth.use.ended: with the connection config of its tenant, and not with that of another one', async () => {
    const { client, issue: issueHere } = await clientWithTokens(server);
    await call('POST /api/v1/oauth-clients/{id}/actions/publish', { path: { id: client } });
    const config = 'PATCH /api/v1/oauth-clients/{id}/connection-configs/me';
    const foreign = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
    const token = await issueHere(foreign, ['user_default']);
    assert.equal(await works(token), false, 'a tenant without a connection config');
    const body = [{ op: 'replace', path: '/consentMethod', value: 'trusted' }];
    await done(call(config, { token: foreign.token, path: { id: client }, body }));
    const own = await issueHere(administrator, ['user_default']);
    const remove = 'DELETE /api/v1/oauth-clients/{id}/connection-configs/me';
    await endsBy(token, () => done(call(remove, { token: foreign.token, path: { id: client } })));
    assert.ok(await works(own));
  });

  test('oauth.use.ended: with its account, and while the account is disabled', async () => {
    const user = await make.user();
    const token = await issue(user, ['user_default']);
    const setActive = (active: boolean) => writer.rows(sql`update account set active = ${active} where id = ${user.id}`);
    await endsBy(token, () => setActive(false));
    await setActive(true);
    await endsBy(token, () => done(call('DELETE /account/users/{id}', { path: { id: user.id } })));
  });

  test('oauth.use.ended: with its grant, and not with another one', async () => {
    const { client, issue: issueHere } = await clientWithTokens(server);
    const [one, other] = [newId(), newId()];
    await writer.rows(sql`
      insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, authenticated_at, expires_at)
      select id, ${client}, ${administrator.tenant}, ${administrator.id}, '{user_default}', now(), now() + interval '30 days'
      from unnest(${[one, other]}::uuid[]) as g (id)`);
    const token = await issueHere(administrator, ['user_default'], { grant: one });
    await endsBy(token, () => writer.rows(sql`delete from oauth_grant where id = ${one}`));
    assert.ok(await works(await issueHere(administrator, ['user_default'], { grant: other })));
  });

  test('oauth.use.ended: when it is revoked, and not when another one is', async () => {
    const [id, kept] = [newId(), newId()];
    const token = await issue(administrator, ['user_default'], { id });
    await endsBy(token, () => writer.rows(sql`insert into oauth_revoked_token (id, expires_at) values (${id}, now() + interval '1 hour')`));
    assert.ok(await works(await issue(administrator, ['user_default'], { id: kept })));
  });

  test('oauth.use.ended: a token that names another tenant than that of its account is unknown', async () => {
    assert.equal(await works(await issue({ ...administrator, tenant: await make.otherTenant() }, ['user_default'])), false);
  });
});
