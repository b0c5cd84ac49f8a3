import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { keepIfWritten, takeUpload } from '../../../core/http/uploads.ts';
import { findFaultyCopy, keepBlob } from '../artifacts/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { findResource } from './access.ts';
import { inspectFolder } from './inspect-folder.ts';
import { toResourceJson } from './json.ts';
import { insertResource } from './queries.ts';

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

  async run({ actor, db, blobs, limits, parts, changeFacts }) {
    const { request, file } = await takeUpload(
      parts({ fileBytes: limits.uploadBytes, textBytes: JSON_PART.maxBytes }),
      blobs,
      `The body must have two parts, the JSON 'resource' and the content 'file'`,
      JSON_PART,
      ({ workspaceId }) => db.transaction((tx) => findWorkspace(tx, actor, workspaceId, 'AUTHOR')),
    );
    const isFile = request.file ?? true;

    const inspect = async (content: string) => {
      if (!isFile) await inspectFolder(content);
      return findFaultyCopy({ db, blobs }, file);
    };
    const { answer } = await keepIfWritten(blobs, file, inspect, (faulty) =>
      db.transaction(async (tx) => {
        const workspace = await findWorkspace(tx, actor, request.workspaceId, 'AUTHOR');
        const { key } = await keepBlob(tx, file, faulty);
        const id = newId();
        await insertResource(tx, {
          id,
          tenant: actor.tenant,
          workspace: workspace.id,
          name: request.name.trim(),
          description: request.description ?? null,
          file: isFile,
          blob: file.hash,
        });
        const answer = { status: 201, body: toResourceJson(await findResource(tx, actor, id)) } as const;
        await recordChange(tx, changeFacts(answer, { resource: request }));
        return { key, answer };
      }),
    );
    return answer;
  },
});
