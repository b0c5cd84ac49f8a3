/** Ownerless triggers: those whose account is disabled or deleted. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoints of ownerless triggers. */
export const ownerlessTriggers: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
