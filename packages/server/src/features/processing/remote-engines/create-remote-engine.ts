import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { invalid } from '../../../core/base/problem.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { findRemoteEngine } from './access.ts';
import { toEngineJson } from './json.ts';
import { newPairingKey } from './pairing-key.ts';
import { hasWorkspace, insertEngine } from './queries.ts';
import { debugOf, namesEsbVersion, typesOf } from './rules.ts';

/**
 * Creates an engine. Only this answer contains the key that pairs it.
 * @rule remote-engines.create.permission
 * @rule remote-engines.create.environment
 * @rule remote-engines.create.workspace
 * @rule remote-engines.create.key
 */
export const createRemoteEngine = endpoint('POST /processing/runtimes/remote-engines', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const workspace = body.workspaceId || null;
    if (workspace !== null && !(await hasWorkspace(tx, environment.id, workspace))) {
      throw invalid('workspace_outside_environment', `The environment has no workspace '${workspace}'.`);
    }

    namesEsbVersion(body);

    const id = newId();
    const key = newPairingKey();
    await insertEngine(tx, {
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
