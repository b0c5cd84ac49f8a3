import { endpoint } from '../../../core/http/endpoint.ts';
import { LISTS_DYNAMIC_ENGINES } from './access.ts';
import { RELEASES, toVersionJson } from './packages/releases.ts';

/**
 * Lists the versions for which packages can be generated.
 * @rule dynamic-engines.versions.releases
 */
export const listDynamicEngineVersions = endpoint('GET /processing/runtimes/dynamic-engine-versions', {
  allow: LISTS_DYNAMIC_ENGINES,

  async run() {
    return { status: 200, body: RELEASES.map(toVersionJson) };
  },
});
