import { endpoint } from '../../../core/http/endpoint.ts';
import { selectLimits } from '../tokens/index.ts';
import { requireTenantOf } from './access.ts';
import { toLimitsJson } from './json.ts';

/** Reads the limits of API keys. */
export const getApiKeyLimits = endpoint('GET /api/v1/api-keys/configs/{tenantId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    requireTenantOf(actor, path.tenantId);
    return { status: 200, body: toLimitsJson(await selectLimits(tx, actor)) };
  },
});
