import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { keepIfWritten, takeFile, takeUpload } from '../../../core/http/uploads.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { collectLater, findFaultyCopy, keepBlob } from '../artifacts/index.ts';
import { requireRightToChangeDriver } from '../connections/index.ts';
import { findWorkspace, requireSameEnvironment, requireFittingWorkspace } from '../workspaces/index.ts';
import { requireSafeFolder, requireResourceUnused } from './rules.ts';
import {
  findResource,
  insertResource,
  lockResource,
  removeResource,
  selectResources,
  selectResourceUses,
  toResourceJson,
  updateResourceContent,
  updateResource,
  updateResourceWorkspace,
} from './rows.ts';

/**
 * Lists the resources that the caller may see.
 * @rule resources.list.place
 */
export const listResources = endpoint('GET /orchestration/resources', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await requireFittingWorkspace(tx, actor, query);

    return { status: 200, body: toPage(await selectResources(tx, actor, query), query, toResourceJson) };
  },
});

/** The JSON part of the body. */
const JSON_PART = { name: 'resource', schema: 'CreateResourceRequest', maxBytes: 2 ** 16 } as const;

/**
 * Creates a resource.
 * @rule resources.create.parts
 * @rule resources.create.workspace
 * @rule resources.create.size
 */
export const createResource = endpoint('POST /orchestration/resources', {
  allow: 'signed-in',
  // An upload takes minutes. A transaction that long would occupy a connection and prevent the vacuum.
  transaction: 'none',

  async run({ actor, db, blobs, settings: { limits }, parts, changeFacts }) {
    const { request, file } = await takeUpload(
      parts({ fileBytes: limits.uploadBytes, textBytes: JSON_PART.maxBytes }),
      blobs,
      `The body must have two parts, the JSON 'resource' and the content 'file'`,
      JSON_PART,
      ({ workspaceId }) => db.transaction((tx) => findWorkspace(tx, actor, workspaceId, 'AUTHOR')),
    );

    const inspect = async (content: string) => {
      if (request.file === false) await requireSafeFolder(content);
      return findFaultyCopy({ db, blobs }, file);
    };
    const { answer } = await keepIfWritten(blobs, file, inspect, (faulty) =>
      db.transaction(async (tx) => {
        const workspace = await findWorkspace(tx, actor, request.workspaceId, 'AUTHOR');
        const { key } = await keepBlob(tx, file, faulty);
        const id = newId();
        await insertResource(tx, actor, { id, workspace: workspace.id, blob: file.hash }, request);
        const answer = { status: 201, body: toResourceJson(await findResource(tx, actor, id)) } as const;
        await recordChange(tx, changeFacts(answer, { resource: request }));
        return { key, answer };
      }),
    );
    return answer;
  },
});

/** Reads a resource. */
export const getResource = endpoint('GET /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toResourceJson(await findResource(tx, actor, path.resourceId)) };
  },
});

/** Changes the name or the description of a resource. */
export const changeResource = endpoint('PATCH /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const resource = await lockResource(tx, actor, path.resourceId);

    await updateResource(tx, resource.id, body);
    return { status: 204 };
  },
});

/** Deletes a resource. */
export const deleteResource = endpoint('DELETE /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const resource = await lockResource(tx, actor, path.resourceId);

    requireResourceUnused(await selectResourceUses(tx, actor, resource.id));

    await removeResource(tx, resource.id);
    await collectLater(tx, [resource]);
    return { status: 204 };
  },
});

/** The maximum bytes of a text part. No text part is accepted; the refusal names it. */
const MAX_TEXT_BYTES = 2 ** 16;

/**
 * Replaces the content of a resource; without a file nothing changes.
 * @rule resources.upload.absent
 */
export const replaceResourceContent = endpoint('PUT /orchestration/resources/{resourceId}/upload', {
  allow: 'signed-in',
  // An upload takes minutes. A transaction that long would occupy a connection and prevent the vacuum.
  transaction: 'none',

  async run({ actor, db, blobs, settings: { limits }, parts, path, changeFacts }) {
    const lock = async (tx: Tx) => {
      const locked = await lockResource(tx, actor, path.resourceId);
      await requireRightToChangeDriver(tx, actor, locked.workspace_id, locked.id);
      return locked;
    };
    // Checked before the upload, so that a refusal stores no file.
    const resource = await db.transaction(lock);
    const body = parts({ fileBytes: limits.uploadBytes, textBytes: MAX_TEXT_BYTES });
    const file = await takeFile(body, blobs, `The body must have one part, the content 'file'`);
    const answer = { status: 204 } as const;
    if (file === undefined) {
      await db.transaction((tx) => recordChange(tx, changeFacts(answer)));
      return answer;
    }

    const inspect = async (content: string) => {
      if (!resource.file) await requireSafeFolder(content);
      return findFaultyCopy({ db, blobs }, file);
    };
    await keepIfWritten(blobs, file, inspect, (faulty) =>
      db.transaction(async (tx) => {
        const before = await lock(tx);
        const kept = await keepBlob(tx, file, faulty);
        await updateResourceContent(tx, before.id, file.hash);
        await collectLater(tx, [before]);
        await recordChange(tx, changeFacts(answer));
        return kept;
      }),
    );
    return answer;
  },
});

/**
 * Moves a resource to another workspace of its environment; requires the right on both workspaces.
 * @rule resources.move.right
 */
export const moveResource = endpoint('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const resource = await lockResource(tx, actor, path.resourceId);
    const target = await findWorkspace(tx, actor, path.targetWorkspaceId, 'AUTHOR');
    await requireRightToChangeDriver(tx, actor, target.id, resource.id);

    requireSameEnvironment(resource.environment_id, target.environment_id);
    requireResourceUnused(await selectResourceUses(tx, actor, resource.id));

    await updateResourceWorkspace(tx, resource.id, target.id);
    return { status: 200, body: toResourceJson(await findResource(tx, actor, resource.id)) };
  },
});
