/** Starts: what became of the automatic starts of tasks and plans, and when the next ones are. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoints of starts. */
export const starts: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
