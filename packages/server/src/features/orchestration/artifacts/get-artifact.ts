import { endpoint } from '../../../core/http/endpoint.ts';
import { findArtifact } from './access.ts';
import { toArtifactJson } from './json.ts';

/** Reads an artifact. */
export const getArtifact = endpoint('GET /orchestration/artifacts/{artifactId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toArtifactJson(await findArtifact(tx, actor, path.artifactId)) };
  },
});
