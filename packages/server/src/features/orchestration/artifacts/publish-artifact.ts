import { NOOP_COMMAND } from '@millrace/wire/bundles';
import { programVersion } from '../../../core/platform/config.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { keepIfWritten, takeUpload } from '../../../core/http/uploads.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { findVersion } from './access.ts';
import { keepBlob } from './blob-queries.ts';
import { findFaultyCopy } from './repair-content.ts';
import { fittingPublication, inspectBundle } from './inspect-bundle.ts';
import { toArtifactVersionJson } from './json.ts';
import { artifactPublished } from './domain-events.ts';
import { addArtifact, insertVersion, selectSettingsOfTasks, selectSinceSecond } from './queries.ts';
import { declaresFittingValues, declaresParametersOnce, requireTypeKept, publicationWarnings } from './rules.ts';
import { publishedVersion } from './version.ts';

/** The JSON part of the body. */
const JSON_PART = { name: 'artifact', schema: 'PublishArtifactRequest', maxBytes: 4 * 2 ** 20 } as const;

/**
 * Publishes a version of an artifact.
 * @rule artifacts.publish.parts
 * @rule artifacts.publish.right
 * @rule artifacts.publish.size
 */
export const publishArtifact = endpoint('POST /orchestration/artifacts', {
  allow: 'signed-in',
  // An upload of a gigabyte takes minutes. A transaction that long would occupy a connection and prevent the vacuum.
  transaction: 'none',

  async run({ actor, db, blobs, limits, parts, publish, changeFacts }) {
    const { request, file } = await takeUpload(
      parts({ fileBytes: limits.uploadBytes, textBytes: JSON_PART.maxBytes }),
      blobs,
      `The body must have two parts, the JSON 'artifact' and the zip 'file'`,
      JSON_PART,
      async ({ workspaceId, parameters = [] }) => {
        await db.transaction((tx) => findWorkspace(tx, actor, workspaceId, 'PUBLISH'));
        declaresParametersOnce(parameters);
        declaresFittingValues(parameters);
      },
    );

    const inspect = async (content: string) => {
      const bundle = await inspectBundle(content);
      const filled = fittingPublication(request, bundle);
      return { bundle, filled, faulty: await findFaultyCopy({ db, blobs }, file) };
    };
    const { answer } = await keepIfWritten(blobs, file, inspect, ({ bundle, filled, faulty }) =>
      db.transaction(async (tx) => {
        const workspace = await findWorkspace(tx, actor, filled.workspaceId, 'PUBLISH');
        const { key, touched_at: at } = await keepBlob(tx, file, faulty);
        const artifact = await addArtifact(tx, { tenant: actor.tenant, workspace: workspace.id, name: filled.name, type: filled.type });
        requireTypeKept(artifact, filled.type);

        const wanted = publishedVersion(filled.version, at);
        const version = publishedVersion(filled.version, at, await selectSinceSecond(tx, artifact.id, wanted));
        await insertVersion(tx, {
          artifact: artifact.id,
          version,
          publisher: actor,
          marketplaceProduct: filled.marketplaceProduct ?? `Millrace ${programVersion()}`,
          description: filled.description ?? null,
          parameters: filled.parameters,
          repository: filled.repository ?? null,
          layout: bundle.run?.join(' ') === NOOP_COMMAND ? 'inline' : bundle.layout,
          blob: file.hash,
          archive: bundle,
        });
        const row = await findVersion(tx, actor, artifact.id, version);
        await publish(tx, artifactPublished, { versionId: row.id, publisher: actor });
        const warnings = publicationWarnings(row, await selectSettingsOfTasks(tx, actor, artifact.id, row.contexts));
        const answer = { status: 201, body: { ...toArtifactVersionJson(row), ...warnings } } as const;
        await recordChange(tx, changeFacts(answer, { artifact: request }));
        return { key, answer };
      }),
    );
    return answer;
  },
});
