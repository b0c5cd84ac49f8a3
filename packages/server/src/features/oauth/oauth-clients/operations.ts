import { newId } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { disableBot } from '../../accounts/people/index.ts';
import { CLIENT_PATCH, fieldsOfRequest, fieldsOfRow, patchClient } from './client.ts';
import { clientsFor, toConnectionConfigJson } from './records.ts';
import { refusalsOfClient } from './refusals.ts';
import {
  findConfig,
  findOwnClient,
  insertClient,
  isTrusted,
  lockClient,
  lockVisibleClient,
  markDeleted,
  publishClient,
  removeConfig,
  removeUnusedClient,
  setConsent,
  updateClient,
} from './rows.ts';
import {
  impersonates,
  requireConfirmedDeletion,
  requireConsentSupported,
  requireNotDeleted,
  requireScopesHeld,
  requireValidClient,
} from './rules.ts';
import {
  addClientSecret,
  removeClientSecret,
  removeClientSecrets,
  requireRoomForClientSecret,
  requireSecretsAllowed,
  selectHints,
} from './secrets.ts';

/** Lists the OAuth clients of the tenant, and those that other tenants have published. */
export const listOauthClients = endpoint('GET /api/v1/oauth-clients', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, clientsFor(call.actor), call.query);
  },
});

/**
 * Creates an OAuth client. Only this answer contains its secret.
 * @rule oauth-clients.create.role
 * @rule oauth-clients.create.secret
 */
export const createOauthClient = endpoint('POST /api/v1/oauth-clients', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    const fields = fieldsOfRequest(body);
    requireValidClient(fields);
    const { consentMethod = 'required' } = body.connectionConfig ?? {};
    requireScopesHeld(actor, {
      name: fields.clientName,
      scopes: fields.allowedScopes,
      asksPeople: !impersonates(fields.allowedGrantTypes) && consentMethod !== 'trusted',
    });
    if (body.connectionConfig) requireConsentSupported(body.appType);

    const id = newId();
    await insertClient(tx, actor, id, fields, call.wordsSent);
    await setConsent(tx, actor, id, consentMethod);
    const { secret, hint } = await addClientSecret(call, id);
    return { status: 201, body: { ...(await readRecord(call, clientsFor(actor), id)), clientSecret: secret, clientSecretHint: hint } };
  },
});

/** Reads an OAuth client. */
export const getOauthClient = endpoint('GET /api/v1/oauth-clients/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, clientsFor(call.actor), call.path.id) };
  },
});

/**
 * Changes an OAuth client by JSON Patch. Only this answer contains a new secret.
 * @rule oauth-clients.change.checked
 * @rule oauth-clients.change.secret
 */
export const changeOauthClient = endpoint('PATCH /api/v1/oauth-clients/{id}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, CLIENT_PATCH);
    const client = await lockClient(tx, actor, path.id);
    const fields = patchClient(fieldsOfRow(client), steps);
    requireValidClient(fields);
    const grantTypes = [...client.allowed_grant_types, ...fields.allowedGrantTypes];
    requireScopesHeld(actor, {
      name: client.name,
      scopes: [...client.allowed_scopes, ...fields.allowedScopes],
      asksPeople: !impersonates(grantTypes) && !(await isTrusted(tx, actor, client.id)),
    });

    await updateClient(tx, actor, client, fields, call.wordsSent);
    const usesSecrets = fields.allowedAuthMethods.includes('client_secret');
    if (usesSecrets === client.allowed_auth_methods.includes('client_secret')) return { status: 204 };
    await removeClientSecrets(tx, actor, client.id);
    if (!usesSecrets) return { status: 204 };
    const { secret } = await addClientSecret(call, client.id);
    return { status: 202, body: { clientSecret: secret } };
  },
});

/** Deletes an OAuth client with its secrets. It stays visible to other tenants with a connection config. */
export const deleteOauthClient = endpoint('DELETE /api/v1/oauth-clients/{id}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path, header }) {
    const client = await lockClient(tx, actor, path.id);
    requireConfirmedDeletion(header('service-confirm-delete'), client.id);

    await disableBot(tx, actor, client.id);
    await removeClientSecrets(tx, actor, client.id);
    await removeConfig(tx, actor, client.id);
    await markDeleted(tx, actor, client.id);
    await removeUnusedClient(tx, client.id);
    return { status: 204 };
  },
});

/**
 * Shows an OAuth client to all tenants of the install.
 * @rule oauth-clients.publish.region
 * @rule oauth-clients.publish.again
 */
export const publishOauthClient = endpoint('POST /api/v1/oauth-clients/{id}/actions/publish', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockClient(tx, actor, path.id);

    const { published_at: publishedAt } = await publishClient(tx, actor, client.id);
    return { status: 201, body: { publishedAt: publishedAt.toISOString() } };
  },
});

/** Adds a secret to an OAuth client. Only this answer contains it. */
export const createOauthClientSecret = endpoint('POST /api/v1/oauth-clients/{id}/client-secrets', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const client = await lockClient(tx, actor, path.id);
    requireScopesHeld(actor, {
      name: client.name,
      scopes: client.allowed_scopes,
      asksPeople: !impersonates(client.allowed_grant_types) && !(await isTrusted(tx, actor, client.id)),
    });
    requireSecretsAllowed(client);
    requireRoomForClientSecret(await selectHints(tx, client.id));

    const { secret, hint, createdAt } = await addClientSecret(call, client.id);
    return {
      status: 201,
      body: { clientId: client.id, clientSecret: secret, hint, createdAt: createdAt.toISOString(), createdBy: actor.id },
    };
  },
});

/**
 * Deletes a secret of an OAuth client.
 * @rule oauth-clients.secrets.delete
 */
export const deleteOauthClientSecret = endpoint('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockClient(tx, actor, path.id);

    requireFound(await removeClientSecret(tx, actor, client.id, path.hint), 'Secret', path.hint);
    return { status: 204 };
  },
});

/** Reads the connection config of the own tenant for an OAuth client. */
export const getOauthConnectionConfig = endpoint('GET /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toConnectionConfigJson(await findConfig(tx, actor, path.id)) };
  },
});

/**
 * Allows people of the own tenant to use an OAuth client, with or without their consent.
 * @rule oauth-clients.consent.own
 */
export const changeOauthConnectionConfig = endpoint('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/consentMethod': { ops: ['replace'], value: 'ConsentMethod' } });
    const client = await lockVisibleClient(tx, actor, path.id);
    requireNotDeleted(client);
    requireConsentSupported(client.app_type);
    if (steps.some(({ value }) => value === 'trusted'))
      requireScopesHeld(actor, { name: client.name, scopes: client.allowed_scopes, asksPeople: false });

    for (const { value } of steps) await setConsent(tx, actor, client.id, value);
    return { status: 204 };
  },
});

/**
 * Ends the use of an OAuth client by people of the own tenant.
 * @rule oauth-clients.consent.end
 */
export const deleteOauthConnectionConfig = endpoint('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockVisibleClient(tx, actor, path.id);

    requireFound(await removeConfig(tx, actor, client.id), 'Connection config', client.id);
    await removeUnusedClient(tx, client.id);
    return { status: 204 };
  },
});

/**
 * Lists the refused requests of an OAuth client in the last week, with the exact reason and advice.
 * @rule oauth-clients.refusals.owner
 */
export const listOauthClientRefusals = endpoint('GET /api/v1/oauth-clients/{id}/refusals', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    const { id } = await findOwnClient(call.tx, call.actor, call.path.id);
    return listRecords(call, refusalsOfClient(id), call.query);
  },
});
