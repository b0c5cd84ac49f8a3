/** Generates the package of a dynamic engine. */
import { Readable } from 'node:stream';
import type { BodyOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Download } from '../../../core/http/endpoint.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockDynamicEngine } from './access.ts';
import { selectAssigned } from './assignment-queries.ts';
import { zipOf, type PackageKind } from './packages/zip.ts';
import { pairingKeyFor } from './pairing-keys.ts';
import { changeVersion } from './queries.ts';
import { requireStatus, versionOf } from './rules.ts';

type Options = BodyOf<'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm'>;
type GenerateCall = Pick<Platform, 'tokens' | 'publicUrl' | 'wakeups'> & {
  actor: Actor;
  tx: Tx;
  path: { dynamicEngineId: string };
  body: Options;
};

/** Generates a package as a download. The packages for Helm and for kubectl differ only in their files. */
export async function generatePackage(kind: PackageKind, { actor, tx, tokens, path, body, publicUrl }: GenerateCall): Promise<Download> {
  const engine = await lockDynamicEngine(tx, actor, path.dynamicEngineId);

  requireStatus(engine);
  const version = versionOf(body?.version);

  const pairingKey = await pairingKeyFor(tx, tokens, engine.id, body?.generateNewPairingKey ?? false);
  await changeVersion(tx, engine.id, version);
  const environments = await selectAssigned(tx, engine.id);
  const zip = await zipOf(kind, { id: engine.id, name: engine.name, version, url: publicUrl(), pairingKey, environments });
  return {
    status: 200,
    stream: Readable.from([zip]),
    contentType: 'application/zip',
    bytes: zip.length,
    fileName: `${engine.id}-${kind}.zip`,
  };
}
