import { endpoint } from '../../../core/http/endpoint.ts';
import { lockArtifact } from './access.ts';
import { collectLater } from './jobs.ts';
import { removeArtifact, selectVersionUses } from './queries.ts';
import { requireArtifactUnused } from './rules.ts';

/** Deletes an artifact with all its versions. */
export const deleteArtifact = endpoint('DELETE /orchestration/artifacts/{artifactId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const artifact = await lockArtifact(tx, actor, path.artifactId);

    requireArtifactUnused(await selectVersionUses(tx, actor, artifact.versions));

    await removeArtifact(tx, artifact.id);
    await collectLater(tx, artifact.versions);
    return { status: 204 };
  },
});
