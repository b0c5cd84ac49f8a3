import { endpoint } from '../../../core/http/endpoint.ts';
import { generatePackage } from './generate-package.ts';

/**
 * Generates the values for Helm that install a dynamic engine and its environments.
 * @rule dynamic-engines.generate.permission
 */
export const generateDynamicEngineHelm = endpoint('POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  run: (call) => generatePackage('helm', call),
});
