import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { findRemoteEngine } from './access.ts';
import { toEngineJson } from './json.ts';
import { newPairingKey } from './pairing-key.ts';
import { holdOwnWorkspace, insertEngine } from './queries.ts';
import { debugOf, requireEsbVersion, typesOf } from './rules.ts';

/**
 * Creates an engine. Only this answer contains the key that pairs it.
 * @rule remote-engines.create.permission
 * @rule remote-engines.create.environment
 * @rule remote-engines.create.key
 */
export const createRemoteEngine = endpoint('POST /processing/runtimes/remote-engines', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const workspace = await holdOwnWorkspace(tx, environment.id, body.workspaceId);

    requireEsbVersion(body);

    const id = newId();
    const key = newPairingKey();
    await insertEngine(tx, actor, {
      id,
      tenant: actor.tenant,
      environment: environment.id,
      workspace,
      name: body.name.trim(),
      description: body.description ?? null,
      debug: body.debug ? debugOf(body.debug) : null,
      esbCompatibilityVersion: body.esbCompatibilityVersion ?? null,
      runProfiles: typesOf(body.runProfiles),
      keyHash: tokens.hash(key),
    });
    return { status: 201, body: { ...toEngineJson(await findRemoteEngine(tx, actor, id)), preAuthorizedKey: key } };
  },
});
