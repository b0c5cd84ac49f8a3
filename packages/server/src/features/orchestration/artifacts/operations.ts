import { NOOP_COMMAND } from '@millrace/wire/bundles';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { keepIfWritten, takeUpload } from '../../../core/http/uploads.ts';
import { programVersion } from '../../../core/base/program-version.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { findWorkspace, requireFittingWorkspace } from '../workspaces/index.ts';
import { collectLater, findFaultyCopy, keepBlob } from './content.ts';
import { requireFittingPublication, inspectBundle } from './inspection.ts';
import { toArtifactJson, toArtifactVersionJson } from './json.ts';
import { addArtifact, findArtifact, lockArtifact, removeArtifact, removeEmptyArtifact, selectArtifacts } from './rows.ts';
import {
  requireFittingValues,
  requireParametersDeclaredOnce,
  publicationWarnings,
  requireArtifactUnused,
  requireTypeKept,
} from './rules.ts';
import {
  artifactPublished,
  findVersion,
  insertVersion,
  removeVersions,
  selectSettingsOfTasks,
  selectSinceSecond,
  selectVersionUses,
} from './version-rows.ts';
import { publishedVersion } from './version.ts';

/**
 * Lists the artifacts that the caller may see.
 * @rule artifacts.list.place
 */
export const listArtifacts = endpoint('GET /orchestration/artifacts', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await requireFittingWorkspace(tx, actor, query);

    return { status: 200, body: toPage(await selectArtifacts(tx, actor, query), query, toArtifactJson) };
  },
});

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

  async run({ actor, db, blobs, settings: { limits }, parts, publish, changeFacts }) {
    const { request, file } = await takeUpload(
      parts({ fileBytes: limits.uploadBytes, textBytes: JSON_PART.maxBytes }),
      blobs,
      `The body must have two parts, the JSON 'artifact' and the zip 'file'`,
      JSON_PART,
      async ({ workspaceId, parameters = [] }) => {
        await db.transaction((tx) => findWorkspace(tx, actor, workspaceId, 'PUBLISH'));
        requireParametersDeclaredOnce(parameters);
        requireFittingValues(parameters);
      },
    );

    const inspect = async (content: string) => {
      const bundle = await inspectBundle(content);
      const filled = requireFittingPublication(request, bundle);
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

/** Reads an artifact. */
export const getArtifact = endpoint('GET /orchestration/artifacts/{artifactId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toArtifactJson(await findArtifact(tx, actor, path.artifactId)) };
  },
});

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

/** Reads a version of an artifact. */
export const getArtifactVersion = endpoint('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toArtifactVersionJson(await findVersion(tx, actor, path.artifactId, path.version)) };
  },
});

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
