/** Artifacts: published deliverables, in versions that never change. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { keptContent } from './blob-queries.ts';
import { deleteArtifactVersion } from './delete-artifact-version.ts';
import { deleteArtifact } from './delete-artifact.ts';
import { getArtifactVersion } from './get-artifact-version.ts';
import { getArtifact } from './get-artifact.ts';
import { collectBlob, removeLeftovers } from './jobs.ts';
import { listArtifacts } from './list-artifacts.ts';
import { publishArtifact } from './publish-artifact.ts';

export * from './promoted-queries.ts';
export { findArtifactVersion } from './find-artifact-version.ts';
export { artifactPublished } from './domain-events.ts';
export { keepBlob } from './blob-queries.ts';
export { findFaultyCopy } from './repair-content.ts';
export { lostContext, requireContext } from './rules.ts';
export { inspectZip, zipFault } from './inspect-zip.ts';
export { collectLater } from './jobs.ts';
export type { UsableVersion } from './json.ts';

/** The endpoints of artifacts, and the job and the timer that delete unused content. */
export const artifacts: Feature = {
  surface: orchestration,
  endpoints: [listArtifacts, publishArtifact, getArtifact, deleteArtifact, getArtifactVersion, deleteArtifactVersion],
  constraints: {
    /** @rule artifacts.publish.version-once */
    artifact_version_once: () =>
      conflict(
        'artifact_version_taken',
        'The artifact already has this version, and versions never change: publish under another version.',
      ),
  },
  content: [keptContent],
  jobs: [collectBlob],
  timers: [removeLeftovers],
};
