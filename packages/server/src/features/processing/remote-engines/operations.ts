import { Readable } from 'node:stream';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { compileFiql } from '../../../core/http/fiql.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { availability, endLeases } from '../task-executions/index.ts';
import { toEngineJson, toEngineVersionJson } from './json.ts';
import { newPairingKey, unpairEngine } from './pairing.ts';
import {
  changeDebug,
  countEngineUses,
  environmentWorkspaceSelectors,
  findRemoteEngine,
  holdOwnWorkspace,
  insertEngine,
  lockRemoteEngine,
  READS_RUNTIMES,
  removeEngine,
  selectRemoteEngines,
} from './rows.ts';
import { debugOf, requireEngineUnused, requireEsbVersion, requireInNoCluster, requireUnpairable } from './rules.ts';

/**
 * Lists the engines that the caller may see, in the format of an older route.
 * @rule remote-engines.versions.form
 */
export const listEngineVersions = endpoint('GET /processing/engines', {
  allow: READS_RUNTIMES,

  async run({ actor, tx }) {
    const rows = await selectRemoteEngines(tx, actor, sql`true`);
    return { status: 200, body: { count: rows.length, enginesInfo: rows.map(toEngineVersionJson) } };
  },
});

const selectors = {
  id: { column: sql`g.id`, type: 'uuid' },
  name: { column: sql`g.name`, type: 'text' },
  description: { column: sql`g.description`, type: 'text' },
  status: { column: sql`(case when g.paired_at is null then 'NOT_PAIRED' else 'PAIRED' end)`, type: 'text' },
  availability: { column: availability, type: 'text' },
  clusterId: { column: sql`g.cluster_id`, type: 'uuid' },
  ...environmentWorkspaceSelectors,
} as const;

/**
 * Lists the engines that the caller may see.
 * @rule remote-engines.list.permission
 * @rule remote-engines.list.filter
 */
export const listRemoteEngines = endpoint('GET /processing/runtimes/remote-engines', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, query }) {
    const rows = await selectRemoteEngines(tx, actor, compileFiql(query.query, selectors));
    return { status: 200, body: rows.map(toEngineJson) };
  },
});

/**
 * Creates an engine. Only this answer contains the key that pairs it.
 * @rule remote-engines.create.permission
 * @rule remote-engines.create.environment
 * @rule remote-engines.create.key
 */
export const createRemoteEngine = endpoint('POST /processing/runtimes/remote-engines', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, identity: { tokens }, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const workspace = await holdOwnWorkspace(tx, environment.id, body.workspaceId);

    requireEsbVersion(body);

    const id = newId();
    const key = newPairingKey();
    await insertEngine(tx, actor, { id, environment: environment.id, workspace, keyHash: tokens.hash(key) }, body);
    return { status: 201, body: { ...toEngineJson(await findRemoteEngine(tx, actor, id)), preAuthorizedKey: key } };
  },
});

/** Reads an engine. */
export const getRemoteEngine = endpoint('GET /processing/runtimes/remote-engines/{id}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toEngineJson(await findRemoteEngine(tx, actor, path.id)) };
  },
});

/** Deletes an engine. */
export const deleteRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const engine = await lockRemoteEngine(tx, actor, path.id);

    requireInNoCluster(engine);
    requireEngineUnused(await countEngineUses(tx, engine.id));

    await removeEngine(tx, actor, engine.id);
    return { status: 204 };
  },
});

/**
 * Unpairs an engine. Returns the key that pairs it again, as plain text; no other answer contains it.
 * @rule remote-engines.unpair.key
 * @rule remote-engines.unpair.executions
 */
export const unpairRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, identity: { tokens }, path }) {
    const engine = await lockRemoteEngine(tx, actor, path.id);

    requireUnpairable(engine);

    const key = newPairingKey();
    await unpairEngine(tx, engine.id, tokens.hash(key));
    await endLeases(tx, engine.id);
    return { status: 200, stream: Readable.from([key]), contentType: 'text/plain; charset=utf-8' };
  },
});

/** Changes the debug settings of an engine. */
export const changeRemoteEngineDebug = endpoint('PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const engine = await lockRemoteEngine(tx, actor, path.remoteEngineId);

    await changeDebug(tx, engine.id, debugOf(body));
    return { status: 200, body: toEngineJson(await findRemoteEngine(tx, actor, engine.id)) };
  },
});
