/** How the server shows its health. */
import type { Schema } from '@millrace/contract';
import { programVersion } from '../../../core/config.ts';

/** All is well. */
export const healthy = (): Schema<'Health'> => ({ status: 'ok', version: programVersion() });

/** Calls cannot be served now, and why. */
export const unavailable = (reason: string): Schema<'Health'> => ({ status: 'unavailable', version: programVersion(), reason });
