import { endpoint } from '../../../core/http/endpoint.ts';
import { generatePackage } from './generate-package.ts';

/**
 * Generates the manifests for kubectl that install a dynamic engine and its environments.
 * @rule dynamic-engines.generate.permission
 */
export const generateDynamicEngineManifest = endpoint(
  'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
  {
    allow: 'SVC_CLUSTER_MANAGEMENT',

    run: (call) => generatePackage('manifest', call),
  },
);
