/** The JSON of the limits of API keys. */
import type { Schema } from '@millrace/contract';
import type { TokenLimits } from '../tokens/index.ts';

/** Converts limits to ApiKeyLimits. */
export const toLimitsJson = ({ expiry, perUser }: TokenLimits): Schema<'ApiKeyLimits'> => ({
  ...(expiry !== null && { max_api_key_expiry: expiry }),
  ...(perUser !== null && { max_keys_per_user: perUser }),
});
