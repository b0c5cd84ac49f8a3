import { asWritten, type Schema, SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { hasIdForm, newId } from '../../../core/base/id.ts';
import { unauthenticated } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { basicCredentials } from '../../../core/http/headers.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { recordRefusedSignIn } from '../../security/audit-log/index.ts';
import { requireAccessHeld } from '../../security/held/index.ts';
import { admitById } from '../../security/ip-allowlist/index.ts';
import { insertAccount, lockTenant, removeAccount, renameAccount } from '../people/index.ts';
import {
  findServiceAccount,
  insertSecret,
  insertServiceAccount,
  lockServiceAccount,
  removeSecret,
  selectCredentials,
  selectSecrets,
  selectServiceAccountCount,
  selectServiceAccounts,
  type SecretRow,
  type ServiceAccountRow,
  updatePermissions,
} from './rows.ts';
import { requireRoomForSecret, requireRemovedSecret, requirePermissionsHeld, requireRoomForAccount } from './rules.ts';

/** Lists the service accounts of the tenant, ordered by name. */
export const listServiceAccounts = endpoint('GET /account/service-accounts', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectServiceAccounts(tx, actor)).map(toServiceAccountJson) };
  },
});

/** Converts a row to ServiceAccount. */
const toServiceAccountJson = (row: ServiceAccountRow): Schema<'ServiceAccount'> => ({
  id: row.id,
  name: row.name,
  permissions: asWritten(row.permissions.toSorted(), row.vendor_words),
  createdDate: row.created_at.toISOString(),
  lastModifiedDate: row.updated_at.toISOString(),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
  ...(row.last_used_api !== null && { lastUsedApi: row.last_used_api }),
});

/**
 * Creates a service account. Only this answer contains its secret.
 * @rule service-accounts.all.permission
 * @rule service-accounts.create.secret
 * @rule service-accounts.create.client-id
 * @rule service-accounts.create.location
 */
export const createServiceAccount = endpoint('POST /account/service-accounts', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, identity: { tokens }, settings: { limits }, body, wordsSent }) {
    requirePermissionsHeld(actor, body);
    // Two creations at once could exceed the limit together.
    await lockTenant(tx, actor);
    requireRoomForAccount((await selectServiceAccountCount(tx, actor)).count, limits.serviceAccounts);

    const id = newId();
    await insertAccount(tx, { id, tenant: actor.tenant, type: 'SERVICE', login: id, email: '', firstName: body.name.trim(), lastName: '' });
    await insertServiceAccount(tx, id, { permissions: [...new Set(body.permissions)], wordsSent });
    const { secret } = await addSecret(tx, tokens, id);
    const created = toServiceAccountJson(await findServiceAccount(tx, actor, id));
    return { status: 201, headers: { location: `/account/service-accounts/${id}` }, body: { ...created, secret } };
  },
});

/** Reads a service account. */
export const getServiceAccount = endpoint('GET /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toServiceAccountJson(await findServiceAccount(tx, actor, path.id)) };
  },
});

/** Replaces the name and the permissions of a service account. Its present tokens give the new permissions at once. */
export const replaceServiceAccount = endpoint('PUT /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path, body, wordsSent }) {
    const account = await lockServiceAccount(tx, actor, path.id);
    requirePermissionsHeld(actor, { name: account.name, permissions: [...account.permissions, ...body.permissions] });

    await renameAccount(tx, account.id, { firstName: body.name.trim(), lastName: '' });
    await updatePermissions(tx, account, { permissions: [...new Set(body.permissions)], wordsSent });
    return { status: 200, body: toServiceAccountJson(await findServiceAccount(tx, actor, account.id)) };
  },
});

/** Deletes a service account with its secrets, tokens and rights. */
export const deleteServiceAccount = endpoint('DELETE /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);

    await removeAccount(tx, account.id);
    return { status: 204 };
  },
});

/**
 * Counts the service accounts of the tenant.
 * @rule service-accounts.count.permission
 */
export const countServiceAccounts = endpoint('GET /account/service-accounts/count', {
  allow: { anyOf: ['SVC_SERVICE_ACCOUNT_MANAGEMENT', 'SVC_SUBSCRIPTION_MANAGEMENT'] },

  async run({ actor, tx }) {
    const { count } = await selectServiceAccountCount(tx, actor);
    return { status: 200, body: { tenantId: actor.tenant, count } };
  },
});

/**
 * Lists the permissions that a service account can have.
 * @rule service-accounts.permissions.list
 */
export const listServiceAccountPermissions = endpoint('GET /account/service-accounts/permissions', {
  allow: 'signed-in',
  transaction: 'none',

  run: () => Promise.resolve({ status: 200, body: [...SERVICE_ACCOUNT_PERMISSIONS] }),
});

/** Lists the secrets of a service account by their last characters. */
export const listServiceAccountSecrets = endpoint('GET /account/service-accounts/{id}/secrets', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const account = await findServiceAccount(tx, actor, path.id);
    return { status: 200, body: (await selectSecrets(tx, account.id)).map(toSecretJson) };
  },
});

/** Converts a row to ServiceAccountSecret. */
const toSecretJson = (row: SecretRow): Schema<'ServiceAccountSecret'> => ({
  id: row.id,
  hint: row.hint,
  createdDate: row.created_at.toISOString(),
});

/**
 * Adds a secret to a service account. Only this answer contains it.
 * @rule service-accounts.all.no-escalation
 */
export const createServiceAccountSecret = endpoint('POST /account/service-accounts/{id}/secrets', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, identity: { tokens }, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);
    await requireAccessHeld(tx, actor, { ...account, kind: 'service account' });
    requireRoomForSecret(await selectSecrets(tx, account.id));

    return { status: 201, body: await addSecret(tx, tokens, account.id) };
  },
});

const HINT_CHARACTERS = 5;

/** Adds a secret to an account. Only its hash is stored. */
async function addSecret(tx: Tx, tokens: Tokens, account: string): Promise<Schema<'CreatedServiceAccountSecret'>> {
  const { secret, hash } = tokens.create('serviceAccount');
  const row = await insertSecret(tx, { id: newId(), account, hash, hint: secret.slice(-HINT_CHARACTERS) });
  return { ...toSecretJson(row), secret };
}

/** Deletes a secret of a service account. Tokens that were requested with it end at once. */
export const deleteServiceAccountSecret = endpoint('DELETE /account/service-accounts/{id}/secrets/{secretId}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);

    requireRemovedSecret(await removeSecret(tx, account.id, path.secretId));
    return { status: 204 };
  },
});

/**
 * Issues a token for the id and a secret of a service account.
 * @rule service-accounts.token.credentials
 * @rule service-accounts.token.form
 */
export const issueServiceAccountToken = endpoint('POST /security/oauth/token', {
  allow: 'public',
  transaction: 'none',

  async run(call) {
    const {
      db,
      identity: { tokens, accessTokens },
      header,
      client,
      changeFacts,
    } = call;
    const sent = credentialsIn(header('authorization'));
    const found = sent && (await selectCredentials(db.reader, sent.id, tokens.hash(sent.secret)));
    if (!found) {
      await recordRefusedSignIn(call, changeFacts({ status: 401 }), sent?.id);
      throw unauthenticated(
        'client_unknown',
        'The id or the secret of the service account is missing or wrong: send both in the header Authorization, by HTTP Basic.',
        'Basic realm="service accounts"',
      );
    }

    await admitById(call, found.account, client);

    const { token, seconds } = await accessTokens.issue(found);
    return { status: 200, body: { access_token: token, token_type: 'Bearer' as const, expires_in: String(seconds) } };
  },
});

/** Unlike OAuth clients, service accounts do not form-encode the id and the secret. */
function credentialsIn(header: string | undefined): { id: string; secret: string } | undefined {
  const { user: id = '', password: secret = '' } = basicCredentials(header) ?? {};
  return hasIdForm(id.toLowerCase()) && /^[\x21-\x7e]{1,200}$/.test(secret) ? { id, secret } : undefined;
}

type Key = Schema<'JsonWebKeySet'>['keys'][number];

/** Lists the public keys of access tokens: the current key, the next ones, and keys that were replaced a short time ago. */
export const listSigningKeys = endpoint('GET /.well-known/jwks.json', {
  allow: 'public',
  transaction: 'none',

  async run({ identity: { signingKeys } }) {
    const keys = (await signingKeys.all()).map(({ id, algorithm, publicJwk: { x = '', y = '' } }): Key => ({
      kid: id,
      kty: 'EC',
      crv: algorithm === 'ES384' ? 'P-384' : 'P-256',
      x,
      y,
      use: 'sig',
      alg: algorithm,
    }));
    return { status: 200, body: { keys } };
  },
});
