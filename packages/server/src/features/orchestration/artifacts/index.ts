/** Artifacts: published deliverables, in versions that never change. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { keptContent, collectBlob, removeLeftovers } from './content.ts';
import * as operations from './operations.ts';

export { insertPromotedArtifacts } from './rows.ts';
export { insertPromotedVersions, type PromotedVersion, holdUsableVersion, artifactPublished } from './version-rows.ts';
export { keepBlob, findFaultyCopy, collectLater } from './content.ts';
export { lostContext, requireContext } from './rules.ts';
export { inspectZip, zipFault } from './inspection.ts';

/** The endpoints of artifacts, and the job and the timer that delete unused content. */
export const artifacts: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
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
