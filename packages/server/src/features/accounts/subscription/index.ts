/** The subscription: the limits of a tenant and its usage. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoint of the subscription. */
export const subscription: Feature = { surface: orchestration, endpoints: Object.values(operations) };
