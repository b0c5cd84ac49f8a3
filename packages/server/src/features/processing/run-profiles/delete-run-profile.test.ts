import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CONFIG = '/orchestration/executables/tasks/{taskId}/run-config';
const DYNAMIC = '/orchestration/executables/tasks/{taskId}/de-run-config';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const { environment } = workspace;
const engine = await make.engine({ environment });
const cluster = await make.cluster({ environment });

for (const { route, parameter, own, refusal, success, path } of [
  {
    route: 'DELETE /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}',
    parameter: 'newRunProfileId',
    own: { engine: engine.id },
    refusal: 409,
    success: 202,
    path: (runProfileId: string): Record<string, string> => ({ engineId: engine.id, runProfileId }),
  },
  {
    route: 'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}',
    parameter: 'runProfileId',
    own: { cluster: cluster.id },
    refusal: 409,
    success: 204,
    path: (runProfileId: string): Record<string, string> => ({ clusterId: cluster.id, runProfileId }),
  },
  {
    route: 'DELETE /processing/run-profiles/{id}',
    parameter: 'rescheduleRunProfileId',
    own: { engine: engine.id },
    refusal: 406,
    success: 204,
    path: (id: string): Record<string, string> => ({ id }),
  },
]) {
  describe(route, () => {
    const used = async (): Promise<{ id: string; task: string }> => {
      const { id } = await make.runProfile(own);
      return { id, task: (await make.task({ workspace: workspace.id, ...own, runProfile: id })).id };
    };
    const profileOf = async (taskId: string) => (await call(`GET ${CONFIG}`, { path: { taskId } })).body.runtime.runProfileId;

    test('a run profile that no task uses is deleted once', async () => {
      const { id } = await make.runProfile(own);
      await changesRows(server, { run_profile: -1 }, async () => {
        const { status, body } = await call(route, { path: path(id) });
        assert.deepEqual([status, typeof body], [success, success === 202 ? 'string' : 'undefined']);
      });
      assertRefused(await call(route, { path: path(id) }), 404, 'not_found');
    });

    test('run-profiles.delete.use', async () => {
      const { id, task } = await used();
      await leavesNothing(server, route, { path: path(id) }, refusal, 'run_profile_in_use', 'run_profile', 'task_run_config');
      await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task } });
      assert.equal((await call(route, { path: path(id) })).status, success);
    });

    test('run-profiles.delete.successor', async () => {
      const { id, task } = await used();
      const other = await used();
      const successor = await make.runProfile(own);
      assert.equal((await call(route, { path: path(id), query: { [parameter]: successor.id.toUpperCase() } })).status, success);
      assert.deepEqual([await profileOf(task), await profileOf(other.task)], [successor.id, other.id]);
    });

    test('run-profiles.delete.successor: the successor belongs to the same runtime', async () => {
      const { id, task } = await used();
      const foreign = [
        await make.runProfile({ engine: (await make.engine({ environment })).id }),
        await make.runProfile({ cluster: (await make.cluster({ environment })).id }),
        await make.runProfile({ environment }),
      ];
      for (const successor of [newId(), ...foreign.map((profile) => profile.id)])
        await leavesNothing(server, route, { path: path(id), query: { [parameter]: successor } }, 400, 'reference_unknown', 'run_profile');
      assertRefused(await call(route, { path: path(id), query: { [parameter]: 'x' } }), 400, 'malformed_request');
      assert.equal(await profileOf(task), id);
    });

    test('run-profiles.delete.itself', async () => {
      const { id: taken } = await used();
      const itself = (id: string) => ({ path: path(id), query: { [parameter]: id.toUpperCase() } });
      await leavesNothing(server, route, itself(taken), refusal, 'run_profile_in_use', 'run_profile', 'task_run_config');
      const { id } = await make.runProfile(own);
      assert.equal((await call(route, itself(id))).status, success);
    });

    test('run-profiles.create.permission: deleting needs SVC_RUN_PROFILE_MANAGEMENT', async () => {
      const { id } = await make.runProfile(own);
      const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_RUN_PROFILE_MANAGEMENT') });
      await leavesNothing(server, route, { token, path: path(id) }, 403, 'forbidden', 'run_profile');
      await leavesNothing(server, route, { token: undefined, path: path(id) }, 401, 'not_signed_in', 'run_profile');
      const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
      await leavesNothing(server, route, { token: stranger.token, path: path(id) }, 404, 'not_found', 'run_profile');
      const enough = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] });
      assert.equal((await call(route, { token: enough.token, path: path(id) })).status, success);
    });

    test('two run profiles that name each other as successor at the same time do not deadlock', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [first, second] = [await used(), await used()];
        const answers = await Promise.all([
          call(route, { path: path(first.id), query: { [parameter]: second.id } }),
          call(route, { path: path(second.id), query: { [parameter]: first.id } }),
        ]);
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [success, 400]);
      }
    });

    test('when a deletion and a run configuration name the same run profile at the same time, only one succeeds', async () => {
      const task = await make.task({ workspace: workspace.id });
      const runtime = 'engine' in own ? { type: 'REMOTE_ENGINE', id: own.engine } : { type: 'REMOTE_ENGINE_CLUSTER', id: own.cluster };
      for (let round = 0; round < 8; round += 1) {
        const { id } = await make.runProfile(own);
        const body = { trigger: { type: 'MANUAL' }, runtime: { ...runtime, runProfileId: id } };
        const [removed, configured] = await Promise.all([
          call(route, { path: path(id) }),
          call(`PUT ${CONFIG}`, { path: { taskId: task.id }, body }),
        ]);
        const either = [`${success} 400`, `${refusal} 200`];
        assert.ok(either.includes(`${removed.status} ${configured.status}`), `${removed.status} and ${configured.status}`);
      }
    });
  });
}

test('run-profiles.delete.use: a run configuration for dynamic engines counts, and gets the successor', async () => {
  const [profile, successor] = [await make.runProfile({ environment }), await make.runProfile({ environment })];
  const path = { taskId: (await make.task({ workspace: workspace.id })).id };
  await call(`PUT ${DYNAMIC}`, { path, body: { trigger: { type: 'MANUAL' }, runProfileId: profile.id } });
  const remove = (query: object) => call('DELETE /processing/run-profiles/{id}', { path: { id: profile.id }, query: { ...query } });
  assertRefused(await remove({}), 406, 'run_profile_in_use');
  assert.equal((await remove({ rescheduleRunProfileId: successor.id })).status, 204);
  assert.equal((await call(`GET ${DYNAMIC}`, { path })).body.runProfileId, successor.id);
});
