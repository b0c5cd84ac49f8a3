import { Readable } from 'node:stream';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { type Call, type Download, endpoint } from '../../../core/http/endpoint.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { countAssignments, lockAssignmentTo, selectAssigned, unassign } from './assignments.ts';
import { toDynamicEngineJson, toStatusJson } from './json.ts';
import { RELEASES, toVersionJson } from './packages/releases.ts';
import type { PackageKind } from './packages/zip.ts';
import { pairingKeyFor } from './pairing-keys.ts';
import {
  changeVersion,
  findDynamicEngine,
  findEngineReport,
  findEnvironmentReport,
  insertDynamicEngine,
  lockDynamicEngine,
  markEngineDeleted,
  removeDynamicEngines,
  selectDynamicEngines,
  updateDynamicEngine,
} from './rows.ts';
import { requireNoEnvironmentOperation, requireNoEnvironment, requireNoOperation, requireEngineNotDeleted, versionOf } from './rules.ts';

/**
 * The permissions for the list and for the versions; one of them is enough.
 * @rule dynamic-engines.list.permission
 */
const LISTS_DYNAMIC_ENGINES = {
  anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'],
} as const;

/**
 * The permissions for reading a dynamic engine and its status; one of them is enough.
 * @rule dynamic-engines.get.permission
 * @rule dynamic-engines.status.permission
 */
const READS_DYNAMIC_ENGINE = { anyOf: ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'] } as const;

/** Lists the dynamic engines of the tenant. */
export const listDynamicEngines = endpoint('GET /processing/runtimes/dynamic-engines', {
  allow: LISTS_DYNAMIC_ENGINES,

  async run({ actor, tx }) {
    return { status: 200, body: (await selectDynamicEngines(tx, actor, sql`true`)).map(toDynamicEngineJson) };
  },
});

/**
 * Lists the versions for which packages can be generated.
 * @rule dynamic-engines.versions.releases
 */
export const listDynamicEngineVersions = endpoint('GET /processing/runtimes/dynamic-engine-versions', {
  allow: LISTS_DYNAMIC_ENGINES,

  async run() {
    return { status: 200, body: RELEASES.map(toVersionJson) };
  },
});

/**
 * Creates a dynamic engine, which waits for its operator.
 * @rule dynamic-engines.create.permission
 */
export const createDynamicEngine = endpoint('POST /processing/runtimes/dynamic-engines', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, body }) {
    const id = newId();
    await insertDynamicEngine(tx, actor, id, body);
    return { status: 201, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, id)) };
  },
});

/** Reads a dynamic engine. */
export const getDynamicEngine = endpoint('GET /processing/runtimes/dynamic-engines/{id}', {
  allow: READS_DYNAMIC_ENGINE,

  async run({ actor, tx, path }) {
    return { status: 200, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, path.id)) };
  },
});

/** Reads the last report of the operator of a dynamic engine about its own services. */
export const getDynamicEngineStatus = endpoint('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status', {
  allow: READS_DYNAMIC_ENGINE,

  async run({ actor, tx, path }) {
    return { status: 200, body: toStatusJson(await findEngineReport(tx, actor, path.dynamicEngineId)) };
  },
});

/** Reads the last report of the operator of a dynamic engine about an environment. */
export const getAssignedEnvironmentStatus = endpoint(
  'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
  {
    allow: { anyOf: ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ', 'SVC_ENVIRONMENT_MANAGEMENT'] },

    async run({ actor, tx, path }) {
      return { status: 200, body: toStatusJson(await findEnvironmentReport(tx, actor, path.dynamicEngineId, path.environmentId)) };
    },
  },
);

/** Replaces the name and the description of a dynamic engine. */
export const replaceDynamicEngine = endpoint('PUT /processing/runtimes/dynamic-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const engine = await lockDynamicEngine(tx, actor, path.id);

    requireNoOperation(engine, (await countAssignments(tx, engine.id)).removals);

    await updateDynamicEngine(tx, actor, engine.id, body);
    return { status: 200, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, engine.id)), wake: [engine.id] };
  },
});

/**
 * Deletes a dynamic engine: at once if its operator does not report, otherwise when it has reported that the cluster is clean.
 * @rule dynamic-engines.delete.accepted
 */
export const deleteDynamicEngine = endpoint('DELETE /processing/runtimes/dynamic-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const engine = await lockDynamicEngine(tx, actor, path.id);
    const { environments, removals } = await countAssignments(tx, engine.id);

    requireNoOperation(engine, removals);
    requireNoEnvironment(engine, environments);

    await markEngineDeleted(tx, actor, engine.id);
    const body = toDynamicEngineJson(await findDynamicEngine(tx, actor, engine.id));
    if (engine.fresh) return { status: 202, body, wake: [engine.id] };
    await removeDynamicEngines(tx, [engine.id]);
    return { status: 200, body };
  },
});

/** Removes the assignment of an environment to a dynamic engine. */
export const unassignDynamicEngine = endpoint(
  'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}',
  {
    allow: 'SVC_CLUSTER_MANAGEMENT',

    async run({ actor, tx, path }) {
      await holdEnvironment(tx, actor, path.environmentId);
      const engine = await lockDynamicEngine(tx, actor, path.dynamicEngineId);
      const assignment = await lockAssignmentTo(tx, engine.id, path.environmentId);

      requireNoEnvironmentOperation(assignment);

      await unassign(tx, actor, assignment);
      return { status: 202, wake: [engine.id] };
    },
  },
);

/**
 * Generates the manifests for kubectl that install a dynamic engine and its environments.
 * @rule dynamic-engines.generate.permission
 */
export const generateDynamicEngineManifest = endpoint(
  'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
  {
    allow: 'SVC_CLUSTER_MANAGEMENT',

    run: (call) => generatePackage('manifest', call),
  },
);

/**
 * Generates the values for Helm that install a dynamic engine and its environments.
 * @rule dynamic-engines.generate.permission
 */
export const generateDynamicEngineHelm = endpoint('POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  run: (call) => generatePackage('helm', call),
});

type GenerateCall = Call<'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm', 'SVC_CLUSTER_MANAGEMENT'>;

/** Generates a package as a download. The packages for Helm and for kubectl differ only in their files. */
async function generatePackage(kind: PackageKind, { actor, tx, identity, path, body, settings }: GenerateCall): Promise<Download> {
  const engine = await lockDynamicEngine(tx, actor, path.dynamicEngineId);

  requireEngineNotDeleted(engine);
  const version = versionOf(body?.version);

  const pairingKey = await pairingKeyFor(tx, identity.tokens, engine.id, body?.generateNewPairingKey ?? false);
  await changeVersion(tx, engine.id, version);
  const environments = await selectAssigned(tx, engine.id);
  // Its library for YAML is loaded by the first package.
  const { zipOf } = await import('./packages/zip.ts');
  const zip = await zipOf(kind, { id: engine.id, name: engine.name, version, url: settings.publicUrl(), pairingKey, environments });
  return {
    status: 200,
    stream: Readable.from([zip]),
    contentType: 'application/zip',
    bytes: zip.length,
    fileName: `${engine.id}-${kind}.zip`,
  };
}
