import { ApiError } from '@millrace/contract/client';
import { readCredential, removeCredential } from '../control-plane/credential.ts';
import { programsOf } from '../runs/earlier-processes.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { revokeCredential } from '../control-plane/protocol.ts';
import { folderOf, type CommandInput } from '../settings.ts';

/**
 * `millrace-engine unpair`: revokes the credential and removes it from the folder. Refuses while the engine runs. With `--force` it removes a credential
 * that could not be revoked.
 */
export async function unpairCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const folder = folderOf(input);
  const stored = await readCredential(folder);
  if (!stored) throw new Error(`The folder ${folder} holds no credential: there is nothing to unpair`);
  const running = (await programsOf(folder)).filter((one) => one.alive).map((one) => one.pid);
  if (running.length > 0) throw new Error(`The engine is running (process ${running.join(', ')}): stop it first, then unpair`);
  try {
    await revokeCredential(stored.url, stored.credential);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 401;
    if (!isUnknown && !input.flags.force) {
      throw new Error(
        `The credential could not be revoked: ${messageOf(error)}. Try again, or use --force to remove it only from this folder`,
        {
          cause: error,
        },
      );
    }
    log('warn', isUnknown ? 'The control plane had already revoked the credential' : 'The credential is not revoked at the control plane', {
      folder,
    });
  }
  await removeCredential(folder);
  log('info', 'The engine is unpaired', { engine: stored.engineId, name: stored.name, folder });
  return 0;
}
