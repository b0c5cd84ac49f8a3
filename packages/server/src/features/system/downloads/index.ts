/** Downloads: files that an address opens by itself. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { getDownload } from './get-download.ts';

/** What the server serves to those who hold an address. */
export const downloads: Feature = {
  surface: orchestration,
  endpoints: [getDownload],
};
