import type { Schema } from '@millrace/contract';
import { and, sql } from '../../../core/database/sql.ts';
import { listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockTenant } from '../people/index.ts';
import { createToken, removeToken, renameToken, replaceTokenLimits, selectTokenLimits, type TokenLimits } from '../tokens/index.ts';
import { API_KEYS, keyStatus, lockKey, lockOwnKey } from './rows.ts';
import { requireOwnSubject, requireTenantOf } from './rules.ts';

/**
 * Lists API keys.
 * @rule api-keys.list.filters
 */
export const listApiKeys = endpoint('GET /api/v1/api-keys', {
  allow: 'signed-in',

  async run(call) {
    const { sort, limit, startingAfter: next, endingBefore: prev, sub, createdByUser, status } = call.query;
    const owners = [sub, createdByUser].filter((one) => one !== undefined).map((one) => sql`k.account_id = ${one}`);
    return listRecords(
      call,
      API_KEYS,
      { sort, limit, next, prev },
      {
        only: and(status === undefined ? owners : [...owners, sql`${keyStatus} = ${status}`]),
        parameters: { sub, createdByUser, status },
        names: { next: 'startingAfter', prev: 'endingBefore' },
      },
    );
  },
});

/** Creates an API key of the caller. Only this answer contains its secret. */
export const createApiKey = endpoint('POST /api/v1/api-keys', {
  allow: 'signed-in',

  async run(call) {
    const { actor, body } = call;
    requireOwnSubject(actor, body.sub);
    const { row, secret } = await createToken(call, { name: body.description, expiry: body.expiry });
    return { status: 201, body: { ...(await readRecord(call, API_KEYS, row.id)), token: secret } };
  },
});

/** Reads an API key. */
export const getApiKey = endpoint('GET /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, API_KEYS, call.path.id) };
  },
});

/** Changes the description of an API key of the caller. */
export const changeApiKey = endpoint('PATCH /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/description': { ops: ['replace'], value: 'ApiKeyDescription' } });
    const key = await lockOwnKey(tx, actor, path.id);

    for (const { value } of steps) await renameToken(tx, actor, key.id, value.trim());
    return { status: 204 };
  },
});

/** Revokes an API key; further requests with it are refused. */
export const deleteApiKey = endpoint('DELETE /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id, account_id: owner } = await lockKey(tx, actor, path.id);

    await removeToken(tx, actor, owner, id);
    return { status: 204 };
  },
});

/** Reads the limits of API keys. */
export const getApiKeyLimits = endpoint('GET /api/v1/api-keys/configs/{tenantId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    requireTenantOf(actor, path.tenantId);
    return { status: 200, body: toLimitsJson(await selectTokenLimits(tx, actor)) };
  },
});

/** Converts limits to ApiKeyLimits. */
const toLimitsJson = ({ expiry, perUser }: TokenLimits): Schema<'ApiKeyLimits'> => ({
  ...(expiry !== null && { max_api_key_expiry: expiry }),
  ...(perUser !== null && { max_keys_per_user: perUser }),
});

const LIMITS_PATCH = {
  '/max_api_key_expiry': { ops: ['replace'], value: 'DurationLimit' },
  '/max_keys_per_user': { ops: ['replace'], value: 'NumberLimit' },
} as const;

/**
 * Changes the limits of API keys.
 * @rule api-keys.limits.change
 */
export const changeApiKeyLimits = endpoint('PATCH /api/v1/api-keys/configs/{tenantId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, LIMITS_PATCH);
    requireTenantOf(actor, path.tenantId);
    await lockTenant(tx, actor);
    const limits = await selectTokenLimits(tx, actor);
    for (const step of steps) {
      if (step.path === '/max_api_key_expiry') limits.expiry = step.value;
      else limits.perUser = step.value;
    }

    await replaceTokenLimits(tx, actor, limits);
    return { status: 204 };
  },
});
