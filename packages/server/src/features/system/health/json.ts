/** How the server shows its health. */
import type { Schema } from '@millrace/contract';
import { programVersion } from '../../../core/platform/config.ts';

/** What the process cannot do without. */
export type Part = Schema<'HealthPart'>;

/** All is well. */
export const healthy = (): Schema<'Health'> => ({ status: 'ok', version: programVersion() });

/** Calls are served, but for those that need what is missing. */
export const degraded = (reason: string, failing: Part[]): Schema<'Health'> => ({
  status: 'degraded',
  version: programVersion(),
  reason,
  failing,
});

/** Calls cannot be served now, and why; `parts` are the names of what is missing, with spaces between them. */
export const unavailable = (reason: string, parts: string): Schema<'Health'> => ({
  status: 'unavailable',
  version: programVersion(),
  reason,
  failing: parts.split(' ').filter(Boolean) as Part[],
});
