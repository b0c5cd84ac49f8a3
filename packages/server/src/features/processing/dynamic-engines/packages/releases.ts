/** The versions that packages can be generated for: our own releases. */
import type { Schema } from '@millrace/contract';
import { AGENT, OPERATOR } from '@millrace/wire/cluster-names';
import { IMAGES } from './values.ts';

type Release = { version: string; published: string; kubernetes: string };

/** The supported versions, the latest one first. Each release adds one; a test compares them with the change log. */
export const RELEASES: readonly [Release, ...Release[]] = [{ version: '0.2.0', published: '2026-11-30', kubernetes: '>= 1.29' }];

/** The version that a package has if the caller names none. */
export const LATEST = RELEASES[0].version;

const SOURCE = 'https://github.com/millrace/millrace/blob';

/** Converts a release to DynamicEngineVersion. */
export const toVersionJson = ({ version, published, kubernetes }: Release): Schema<'DynamicEngineVersion'> => ({
  id: version,
  name: `Millrace ${version}`,
  publicationDate: `${published}T00:00:00.000Z`,
  kubeVersion: kubernetes,
  releaseNotes: { releaseNotesLink: `${SOURCE}/v${version}/CHANGELOG.md`, changelogLink: `${SOURCE}/main/CHANGELOG.md` },
  services: [
    { id: OPERATOR, feature: 'infra', version, flag: { key: IMAGES.engine, deploymentType: 'ALL' } },
    { id: AGENT, feature: 'environment', version, flag: { key: IMAGES.engine, deploymentType: 'ALL' } },
  ],
});
