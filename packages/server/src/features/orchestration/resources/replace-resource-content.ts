import type { Tx } from '../../../core/database/db.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { keepIfWritten, takeFile } from '../../../core/http/uploads.ts';
import { collectLater, findFaultyCopy, keepBlob } from '../artifacts/index.ts';
import { requireRightToChangeDriver } from '../connections/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { lockResource } from './access.ts';
import { inspectFolder } from './inspect-folder.ts';
import { updateContent } from './queries.ts';

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

  async run({ actor, db, blobs, limits, parts, path, changeFacts }) {
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
      if (!resource.file) await inspectFolder(content);
      return findFaultyCopy({ db, blobs }, file);
    };
    await keepIfWritten(blobs, file, inspect, (faulty) =>
      db.transaction(async (tx) => {
        const before = await lock(tx);
        const kept = await keepBlob(tx, file, faulty);
        await updateContent(tx, before.id, file.hash);
        await collectLater(tx, [before]);
        await recordChange(tx, changeFacts(answer));
        return kept;
      }),
    );
    return answer;
  },
});
