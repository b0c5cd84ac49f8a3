/** The JSON of health. */
import type { Schema } from '@millrace/contract';
import { programVersion } from '../../../core/base/program-version.ts';

/** A part that the process needs. */
export type Part = Schema<'HealthPart'>;

/** Builds the answer of a process without failing parts. */
export const healthy = (): Schema<'Health'> => ({ status: 'ok', version: programVersion() });

/** Builds the answer of a process that serves calls, except those that need a failing part. */
export const degraded = (reason: string, failing: Part[]): Schema<'Health'> => ({
  status: 'degraded',
  version: programVersion(),
  reason,
  failing,
});

/** Builds the answer of a process that serves no calls; `parts` are the names of the failing parts, separated by spaces. */
export const unavailable = (reason: string, parts: string): Schema<'Health'> => ({
  status: 'unavailable',
  version: programVersion(),
  reason,
  failing: parts.split(' ').filter(Boolean) as Part[],
});
