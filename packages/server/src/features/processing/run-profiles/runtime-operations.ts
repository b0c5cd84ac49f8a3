import { Readable } from 'node:stream';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findCluster } from '../engine-clusters/index.ts';
import { findRemoteEngine, READS_RUNTIMES } from '../remote-engines/index.ts';
import { addProfile, removeOrReplace, replaceProfile } from './changes.ts';
import { toRunProfileJson } from './json.ts';
import { findProfile, selectProfiles } from './rows.ts';

const ofType = (type: string | undefined): Sql => (type === undefined ? sql`true` : sql`p.type = ${type}`);

/**
 * Lists the run profiles of an engine.
 * @rule run-profiles.list.permission
 * @rule run-profiles.list.type
 */
export const listEngineRunProfiles = endpoint('GET /processing/runtimes/remote-engines/{engineId}/run-profiles', {
  allow: READS_RUNTIMES,
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const engine = await findRemoteEngine(tx, actor, path.engineId);
    const rows = await selectProfiles(tx, actor, { engine: engine.id }, ofType(query.type));
    return { status: 200, body: rows.map(toRunProfileJson) };
  },
});

/**
 * Creates a run profile of an engine.
 * @rule run-profiles.create.permission
 */
export const createEngineRunProfile = endpoint('POST /processing/runtimes/remote-engines/{engineId}/run-profiles', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    return { status: 201, body: toRunProfileJson(await addProfile(tx, actor, { engine: path.engineId }, body)) };
  },
});

/** Reads a run profile of an engine. */
export const getEngineRunProfile = endpoint('GET /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, { engine: path.engineId }, path.runProfileId)) };
  },
});

/**
 * Replaces a run profile of an engine; its type stays.
 * @rule run-profiles.replace.cleared
 */
export const replaceEngineRunProfile = endpoint('PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    return { status: 200, body: toRunProfileJson(await replaceProfile(tx, actor, { engine: path.engineId }, path.runProfileId, body)) };
  },
});

/** Deletes a run profile of an engine. */
export const deleteEngineRunProfile = endpoint('DELETE /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, query }) {
    const parameter = 'newRunProfileId';
    const tasks = await removeOrReplace(tx, actor, { engine: path.engineId }, path.runProfileId, {
      successor: query[parameter],
      status: 409,
      parameter,
    });
    const text = `The run profile is deleted; ${tasks} task${tasks === 1 ? ' has' : 's have'} another one now.`;
    return { status: 202, stream: Readable.from([text]), contentType: 'text/plain; charset=utf-8' };
  },
});

/**
 * Lists the run profiles of a cluster.
 * @rule run-profiles.list.permission
 * @rule run-profiles.list.type
 */
export const listClusterRunProfiles = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', {
  allow: READS_RUNTIMES,
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const cluster = await findCluster(tx, actor, path.clusterId);
    const rows = await selectProfiles(tx, actor, { cluster: cluster.id }, ofType(query.type));
    return { status: 200, body: rows.map(toRunProfileJson) };
  },
});

/**
 * Creates a run profile of a cluster.
 * @rule run-profiles.create.permission
 */
export const createClusterRunProfile = endpoint('POST /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    return { status: 201, body: toRunProfileJson(await addProfile(tx, actor, { cluster: path.clusterId }, body)) };
  },
});

/** Reads a run profile of a cluster. */
export const getClusterRunProfile = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, { cluster: path.clusterId }, path.runProfileId)) };
  },
});

/**
 * Replaces a run profile of a cluster; its type stays.
 * @rule run-profiles.replace.cleared
 */
export const replaceClusterRunProfile = endpoint(
  'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}',
  {
    allow: 'SVC_RUN_PROFILE_MANAGEMENT',

    async run({ actor, tx, path, body }) {
      return { status: 200, body: toRunProfileJson(await replaceProfile(tx, actor, { cluster: path.clusterId }, path.runProfileId, body)) };
    },
  },
);

/** Deletes a run profile of a cluster. */
export const deleteClusterRunProfile = endpoint(
  'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}',
  {
    allow: 'SVC_RUN_PROFILE_MANAGEMENT',

    async run({ actor, tx, path, query }) {
      // The query parameter with the successor has the same name as the variable of the path.
      const parameter = 'runProfileId';
      await removeOrReplace(tx, actor, { cluster: path.clusterId }, path.runProfileId, {
        successor: query[parameter],
        status: 409,
        parameter,
      });
      return { status: 204 };
    },
  },
);
