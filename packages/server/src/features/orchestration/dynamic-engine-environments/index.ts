/** Dynamic-engine environments: environments whose tasks run on a dynamic engine. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { ENVIRONMENT_REFUSALS } from '../environments/index.ts';
import * as operations from './operations.ts';

/** The endpoints of dynamic-engine environments. */
export const dynamicEngineEnvironments: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: ENVIRONMENT_REFUSALS,
};
