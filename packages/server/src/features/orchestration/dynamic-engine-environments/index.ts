/** Dynamic-engine environments: environments whose tasks run on a dynamic engine. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { ENVIRONMENT_REFUSALS } from '../environments/index.ts';
import { assignDynamicEngine } from './assign-dynamic-engine.ts';
import { changeDynamicEngineEnvironment } from './change-dynamic-engine-environment.ts';
import { createDynamicEngineEnvironment } from './create-dynamic-engine-environment.ts';
import { deleteDynamicEngineEnvironment } from './delete-dynamic-engine-environment.ts';
import { getDynamicEngineEnvironment } from './get-dynamic-engine-environment.ts';
import { removeDynamicEngineConnection } from './remove-dynamic-engine-connection.ts';
import { searchDynamicEngineEnvironments } from './search-dynamic-engine-environments.ts';

/** The endpoints of dynamic-engine environments. */
export const dynamicEngineEnvironments: Feature = {
  surface: orchestration,
  endpoints: [
    createDynamicEngineEnvironment,
    getDynamicEngineEnvironment,
    changeDynamicEngineEnvironment,
    deleteDynamicEngineEnvironment,
    assignDynamicEngine,
    removeDynamicEngineConnection,
    searchDynamicEngineEnvironments,
  ],
  constraints: ENVIRONMENT_REFUSALS,
};
