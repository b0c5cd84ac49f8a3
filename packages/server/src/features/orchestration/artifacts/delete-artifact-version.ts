import { endpoint } from '../../../core/http/endpoint.ts';
import { lockArtifact } from './access.ts';
import { collectLater } from './jobs.ts';
import { removeEmptyArtifact, removeVersions, selectVersionUses } from './queries.ts';
import { requireArtifactUnused } from './rules.ts';

/** Deletes a version; deleting the last version deletes the artifact. */
export const deleteArtifactVersion = endpoint('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id, versions } = await lockArtifact(tx, actor, path.artifactId, path.version);

    requireArtifactUnused(await selectVersionUses(tx, actor, versions));

    await removeVersions(tx, versions);
    await removeEmptyArtifact(tx, id);
    await collectLater(tx, versions);
    return { status: 204 };
  },
});
