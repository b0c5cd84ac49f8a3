// run: own process, in test:all because it calls the operations that give, as callers with each permission
/** Nobody gives what they do not hold: operations that give permissions, rights or access are called in chains, with one permission. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations, PERMISSIONS, type Route } from '@millrace/contract';
import { makeAttacker } from '../support/attacker.ts';
import { breachesOf, callAll, givingRoutes } from '../support/breaches.ts';
import { GIVING } from '../support/giving-operations.ts';
import { startTestServer } from '../support/server.ts';
import { served } from '../support/operation-requests.ts';

const server = await startTestServer();

/** The sections of the contract whose operations give permissions, rights on workspaces, or access to accounts. */
const GIVING_SECTIONS: ReadonlySet<string> = new Set([
  'API keys',
  'Groups',
  'OAuth',
  'OAuth clients',
  'OAuth tokens',
  'Role mappings',
  'Roles',
  'SCIM',
  'Service accounts',
  'Sign-in',
  'Tenant groups',
  'Tenant roles',
  'Tenant users',
  'Tokens',
  'Users',
  'Workspace permissions',
]);

/** All other sections with operations that change something. Who may give all rights on an environment or workspace names its owner. */
const OTHER_SECTIONS: ReadonlySet<string> = new Set([
  'Alerts',
  'Artifacts',
  'Catalog connections',
  'Component metrics',
  'Connections',
  'Crawlers',
  'Datasets',
  'Dynamic engines',
  'Dynamic-engine environments',
  'Engine clusters',
  'Engine protocol',
  'Environments',
  'Execution history',
  'Execution logs',
  'IP allowlist',
  'Notifications',
  'Ownerless triggers',
  'Plan executions',
  'Plans',
  'Projects',
  'Promotion executions',
  'Promotions',
  'Remote engines',
  'Resources',
  'Run profiles',
  'Schedules',
  'Semantic types',
  'Sharing',
  'Starts',
  'Task executions',
  'Tasks',
  'Tenants',
  'Triggers',
  'Web notifications',
  'Webhook listeners',
  'Webhook triggers',
  'Webhooks',
  'Workspaces',
]);

/** The other operations of these sections that change something or issue something, with what they do instead of giving. */
const GIVES_NOTHING: Readonly<Partial<Record<Route, string>>> = {
  'DELETE /account/users/{id}': 'takes',
  'DELETE /account/users/{id}/roles/{roleId}': 'takes',
  'DELETE /account/roles/{id}/users/{userId}': 'takes',
  'DELETE /account/roles/{id}': 'takes',
  'DELETE /account/groups/{id}': 'takes',
  'DELETE /account/groups/{id}/users/{userId}': 'takes',
  'DELETE /account/users/{id}/groups/{groupId}': 'takes',
  'DELETE /scim/v2/Users/{id}': 'takes',
  'DELETE /scim/v2/Groups/{id}': 'takes',
  'DELETE /scim/v2/Roles/{id}': 'takes',
  'DELETE /api/v1/users/{id}': 'takes',
  'DELETE /api/v1/groups/{id}': 'takes',
  'DELETE /api/v1/roles/{id}': 'takes',
  'DELETE /account/service-accounts/{id}': 'takes',
  'DELETE /account/service-accounts/{id}/secrets/{secretId}': 'takes',
  'DELETE /account/personal-access-tokens/{tokenId}': 'takes',
  'DELETE /api/v1/api-keys/{id}': 'takes',
  'DELETE /api/v1/oauth-clients/{id}': 'takes',
  'DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}': 'takes',
  'DELETE /api/v1/oauth-clients/{id}/connection-configs/me': 'takes',
  'DELETE /api/v1/oauth-tokens/{id}': 'takes',
  'DELETE /security/role-mappings': 'takes',
  'DELETE /security/role-mappings/{customerRoleName}': 'takes',
  'DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions': 'takes',
  'DELETE /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions': 'takes',
  'DELETE /security/permissions/batch': 'takes',
  'DELETE /security/service-accounts/permissions/batch': 'takes',
  'PATCH /api/v1/api-keys/{id}': 'renames',
  'PATCH /api/v1/api-keys/configs/{tenantId}': 'limits',
  'POST /api/v1/oauth-clients/{id}/actions/publish': 'shows the client to other tenants, which decide themselves',
  'POST /security/oauth/token': 'needs a secret; the calls above use it',
  'POST /oauth/token': 'needs a secret or the consent of a person; the calls above use it',
  'POST /oauth/device_authorization': 'needs the consent of a person',
  'POST /oauth/register': 'a client for people, with their consent',
  'POST /oauth/revoke': 'takes',
  'POST /oauth/introspect': 'reads',
  'POST /scim/v2/.search': 'reads',
  'POST /scim/v2/Users/.search': 'reads',
  'POST /scim/v2/Groups/.search': 'reads',
  'POST /scim/v2/Roles/.search': 'reads',
  'POST /api/v1/users/actions/filter': 'reads',
  'POST /api/v1/groups/actions/filter': 'reads',
};

describe('a caller with one permission gets no other one', () => {
  for (const permission of PERMISSIONS)
    test(permission, async () => {
      assert.deepEqual(await breachesOf(server, [permission], 3), []);
    });
});

describe('the operations that give', () => {
  test('accept calls of an administrator, which uses what they give', async () => {
    const attacker = await makeAttacker(server, PERMISSIONS);
    const [caller] = await attacker.callers();
    assert.ok(caller);
    const refusing: string[] = [];
    for (const route of givingRoutes) {
      if ((await callAll(server, attacker, caller, route)).accepted > 0) continue;
      // An earlier call may have used up what this one needs, for example a user without a password.
      const fresh = await makeAttacker(server, PERMISSIONS);
      const [other] = await fresh.callers();
      if (other === undefined || (await callAll(server, fresh, other, route)).accepted === 0) refusing.push(route);
    }
    assert.deepEqual(refusing, [], 'these calls are malformed, so they prove nothing about other callers');
    const chains = new Set(attacker.credentials.map(({ chain }) => chain));
    for (const route of [
      'POST /account/users',
      'POST /account/service-accounts',
      'POST /account/service-accounts/{id}/secrets',
      'POST /account/personal-access-tokens',
      'POST /api/v1/api-keys',
      'POST /api/v1/oauth-clients',
    ])
      assert.ok(chains.has(route), `nothing was called with what ${route} gave`);
  });

  const changing = served.filter(({ route }) => !route.startsWith('GET '));

  test('are listed: each operation of their sections gives, or says why it does not', () => {
    const unknown = changing.filter(
      ({ route }) => GIVING_SECTIONS.has(operations[route].section) && GIVING[route] === undefined && GIVES_NOTHING[route] === undefined,
    );
    assert.deepEqual(
      unknown.map(({ route }) => route),
      [],
      'add calls of it to test/support/giving-operations.ts, or the reason to GIVES_NOTHING',
    );
  });

  test('are of listed sections: each section with changes is here, or gives nothing', () => {
    const sections = new Set(changing.map(({ route }) => operations[route].section));
    assert.deepEqual(
      [...sections].filter((one) => !GIVING_SECTIONS.has(one)).toSorted(),
      [...OTHER_SECTIONS].toSorted(),
      'say whether the operations of the section give permissions, rights or access',
    );
  });

  test('are served', () => {
    const routes = new Set<string>(changing.map(({ route }) => route));
    assert.deepEqual(
      [...givingRoutes, ...Object.keys(GIVES_NOTHING)].filter((route) => !routes.has(route)),
      [],
    );
  });
});
