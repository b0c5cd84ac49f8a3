/** Downloads: files behind a signed address that needs no token. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoint of downloads. */
export const downloads: Feature = {
  surface: orchestration,
  endpoints: Object.values(operations),
};
