/** The subscription: the limits of a tenant and its usage. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoint of the subscription. */
export const subscription: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
