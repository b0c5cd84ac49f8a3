/** The history of executions of an environment. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { statusOf } from './filters.ts';
export { microsecondsOf, momentOfMicroseconds } from './rows.ts';

/** The endpoints of the history. */
export const executionHistory: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
