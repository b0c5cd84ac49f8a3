/** Every operation of accounts is recorded, and the contract marks every secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForEngines } from '@millrace/contract';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { features } from '../../src/api.ts';
import { canChange } from '../../src/core/http/changes.ts';

/** Operations that are no GET and are not recorded, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /monitoring/observability/metrics/component': 'a search',
  'POST /monitoring/observability/executions/search': 'a search',
  'POST /monitoring/observability/executions/counts': 'a search',
  'POST /monitoring/observability/executions/causes': 'a search',
  'POST /monitoring/observability/starts/search': 'a search',
  'POST /monitoring/observability/starts/latest': 'a search',
  'POST /monitoring/observability/starts/preview': 'a computation that stores nothing',
  'POST /orchestration/executables/tasks/overview': 'a search',
  'POST /orchestration/executables/plans/overview': 'a search',
  'POST /monitoring/observability/executions/download': 'a search whose result is a file',
  'POST /monitoring/executions/{id}/logs/status': 'a read; its token is in the body',
  'POST /connections/{connectionId}/test': 'a test that stores nothing',
  'POST /orchestration/connections/{connectionId}/test': 'a test that stores nothing',
  'POST /orchestration/dynamic-engine-environments/search': 'a search',
  'POST /orchestration/executables/tasks/search': 'a search',
  'POST /orchestration/executables/events/search': 'a search',
  'POST /processing/run-profiles/search': 'a search',
  'POST /processing/executables/tasks/executions': 'a search',
  'POST /scim/v2/.search': 'a search',
  'POST /scim/v2/Users/.search': 'a search',
  'POST /scim/v2/Groups/.search': 'a search',
  'POST /scim/v2/Roles/.search': 'a search',
  'POST /api/v1/users/actions/filter': 'a search',
  'POST /api/v1/groups/actions/filter': 'a search',
  'POST /oauth/token': 'a sign-in of a program; only refused ones are on record',
  'POST /oauth/revoke': 'the end of a token, by its holder',
  'POST /oauth/register': 'a program registers itself, so that no account acts',
  'POST /oauth/introspect': 'a read; its token is in the body',
  'POST /oauth/device_authorization': 'a request of no account; the decision of the person is on record',
  'POST /security/oauth/token': 'a sign-in; only refused ones are on record',
  'POST /webhooks/triggers/{secret}': 'a call of a webhook by no account; its path is a secret',
};

const operations = features.flatMap(({ endpoints }) => endpoints);

test('every operation of accounts that is no GET is on record, or is listed with the reason', () => {
  const unrecorded = operations.filter(
    (operation) => !operation.route.startsWith('GET ') && !isForEngines(operation.allow) && !canChange(operation),
  );
  const isPairing = (route: string): boolean => route.startsWith('POST /engine/');
  assert.deepEqual(
    unrecorded
      .map(({ route }) => route as string)
      .filter((route) => !isPairing(route))
      .toSorted(),
    Object.keys(EXCEPTIONS).toSorted(),
  );
});

test('only an operation with a preview is recorded for some calls and not for others', () => {
  const conditional = operations.filter(({ audit }) => typeof audit === 'function');
  assert.ok(conditional.length > 0);
  for (const { route, audit } of conditional) {
    assert.match(route, /\/batch$/);
    assert.ok(typeof audit === 'function' && audit({ query: {} }) && !audit({ query: { dryRun: true } }), route);
  }
});

/** Names of fields that may hold a secret. */
const SECRET =
  /pass(?:word|phrase|code)|secret|token|credential|(?:api|private|authorized|access|signing)_?key|^keys?$|authorization|signature|presigned|cookie/i;

/** Fields with such a name that hold no secret, with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'ApiKeyLimits.max_api_key_expiry': 'a duration',
  'CatalogConnection.missingSecrets': 'names of parameters',
  'ClaimedExecution.secretParameters': 'names of parameters',
  'Explanation.secretParameters': 'names of parameters',
  'DynamicEngineFlag.key': 'the name of an image',
  'EngineCredential.credentialExpiresAt': 'a time',
  'JsonWebKeySet.keys': 'public keys',
  'OauthMetadata.authorization_endpoint': 'an address',
  'OauthMetadata.authorization_response_iss_parameter_supported': 'a fact about answers',
  'OauthMetadata.device_authorization_endpoint': 'an address',
  'OauthMetadata.token_endpoint': 'an address',
  'OauthMetadata.token_endpoint_auth_methods_supported': 'names of methods',
  'OauthMetadata.token_endpoint_auth_signing_alg_values_supported': 'names of algorithms',
  'CreatedOauthClient.allOf.clientSecretHint': 'a hint',
  'OauthClient.clientSecrets': 'hints',
  'OauthIntrospection.token_type': 'always bearer',
  'OauthRegistration.token_endpoint_auth_method': 'a method',
  'OauthRevocation.token_type_hint': 'a kind of token',
  'OauthTokenRequest.subject_token_type': 'a kind of token',
  'OauthTokens.issued_token_type': 'a kind of token',
  'OauthTokens.token_type': 'always bearer',
  'Pairing.credentialExpiresAt': 'a time',
  'EngineCredential.renewCredentialAfter': 'a time',
  'Pairing.renewCredentialAfter': 'a time',
  'PodToleration.key': 'the name of a taint',
  'RegisteredOauthClient.client_secret_expires_at': 'a time',
  'RegisteredOauthClient.token_endpoint_auth_method': 'a method',
  'ArtifactParameter.secret': 'true or false',
  'ReplaceServiceAccountRequest.secret': 'its type is not described, so the log hides it',
  'ReplaceTaskRequest.secretParameters': 'names',
  'ServiceAccountToken.token_type': 'always Bearer',
  'Subscription.tokensStatus': 'numbers',
  'Task.secretParameters': 'names',
  'Webhook.secretKeyAdded': 'true or false',
  'paths./connections.post.requestBody.content.application/json.example.password': 'an example',
};

type Schema = { $ref?: string; properties?: Record<string, Schema>; 'x-secret'?: boolean };

test('every field of the contract whose name is that of a secret is marked as one', () => {
  const schemas = document.components.schemas as unknown as Record<string, Schema>;
  const isMarked = (schema: Schema): boolean => {
    const target = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1) ?? ''];
    return schema['x-secret'] === true || (target !== undefined && isMarked(target));
  };
  const unmarked: string[] = [];
  const collect = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as Schema;
    if (typeof properties === 'object' && !path.endsWith('.properties'))
      for (const [name, schema] of Object.entries(properties)) if (SECRET.test(name) && !isMarked(schema)) unmarked.push(`${path}.${name}`);
    for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? path : `${path}.${key}`);
  };
  for (const [name, schema] of Object.entries(schemas)) collect(schema, name);
  collect(document.paths, 'paths');
  assert.deepEqual(
    unmarked.toSorted(),
    Object.keys(HARMLESS).toSorted(),
    'mark these fields with x-secret: true, or list them with the reason',
  );
});
