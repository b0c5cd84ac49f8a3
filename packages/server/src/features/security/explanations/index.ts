/** Explanations: the reasons why an account may, or may not, use an operation. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoint of explanations. */
export const explanations: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
