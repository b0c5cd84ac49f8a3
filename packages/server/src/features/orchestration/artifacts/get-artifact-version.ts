import { endpoint } from '../../../core/http/endpoint.ts';
import { findVersion } from './access.ts';
import { toArtifactVersionJson } from './json.ts';

/** Reads a version of an artifact. */
export const getArtifactVersion = endpoint('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toArtifactVersionJson(await findVersion(tx, actor, path.artifactId, path.version)) };
  },
});
