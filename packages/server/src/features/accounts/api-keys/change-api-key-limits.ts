import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { replaceLimits, selectLimits } from '../tokens/index.ts';
import { lockTenant } from '../users/index.ts';
import { requireTenantOf } from './access.ts';

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
    const limits = await selectLimits(tx, actor);
    for (const step of steps) {
      if (step.path === '/max_api_key_expiry') limits.expiry = step.value;
      else limits.perUser = step.value;
    }

    await replaceLimits(tx, actor, limits);
    return { status: 204 };
  },
});
