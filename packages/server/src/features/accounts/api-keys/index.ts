/** API keys: personal access tokens in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { tokens } from '../tokens/index.ts';
import { changeApiKey } from './change-api-key.ts';
import { changeApiKeyLimits } from './change-api-key-limits.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { getApiKeyLimits } from './get-api-key-limits.ts';
import { listApiKeys } from './list-api-keys.ts';

/** The endpoints of API keys. */
export const apiKeys: Feature = {
  surface: tenantErrors(),
  endpoints: [listApiKeys, createApiKey, getApiKey, changeApiKey, deleteApiKey, getApiKeyLimits, changeApiKeyLimits],
  constraints: { ...tokens.constraints },
};
