/** API keys: personal access tokens in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import { tokens } from '../tokens/index.ts';
import * as operations from './operations.ts';

/** The endpoints of API keys. */
export const apiKeys: Feature = {
  surface: tenantErrors(),
  endpoints: Object.values(operations),
  constraints: { ...tokens.constraints },
};
