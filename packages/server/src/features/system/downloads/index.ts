/** Downloads: files behind a signed address that needs no token. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoint of downloads. */
export const downloads: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
};
