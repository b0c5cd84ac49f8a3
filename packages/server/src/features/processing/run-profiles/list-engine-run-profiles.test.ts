import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ENGINE = '/processing/runtimes/remote-engines/{engineId}/run-profiles';
const CLUSTER = '/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles';
const MANAGING = ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'] as const;
const USING = ['SVC_OPERATOR', 'SVC_ENGINE_USE'] as const;
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const { environment } = workspace;
const engine = await make.engine({ environment });
const cluster = await make.cluster({ environment });
const rights = { [workspace.id]: ['VIEW'] as const };

for (const [route, runtime, own] of [
  [ENGINE, { engineId: engine.id }, { engine: engine.id }],
  [CLUSTER, { clusterId: cluster.id }, { cluster: cluster.id }],
] as const) {
  describe(route, async () => {
    const large = await make.runProfile({ ...own, name: 'large' });
    const micro = await make.runProfile({ ...own, name: 'micro', type: 'MICROSERVICE' });
    const list = async (query: object = {}) => (await call(`GET ${route}`, { path: runtime, query: { ...query } })).body;
    const path = { ...runtime, runProfileId: large.id };
    /** The routes that read run profiles, with their paths: the list of an engine or cluster, and the two reads of one run profile. */
    const reads = [
      [`GET ${route}`, runtime],
      [`GET ${route}/{runProfileId}`, path],
      ['GET /processing/run-profiles/{id}', { id: large.id }],
    ] as const;

    test('run profiles are ordered by name, and equal the ones that are read by id', async () => {
      const profiles = await list();
      assert.deepEqual(
        profiles.map(({ name }: { name: string }) => name),
        ['large', 'micro'],
      );
      const { createDate, updateDate, runtimeId, ...rest } = profiles[0];
      assert.equal(createDate, updateDate);
      const processor =
        'engine' in own ? { processorType: 'RE', processorId: engine.id } : { processorType: 'REC', processorId: cluster.id };
      assert.deepEqual(rest, {
        id: large.id,
        name: 'large',
        type: 'JOB_SERVER',
        runProfileType: 'JOB_SERVER',
        jvmArguments: ['-Xmx64M'],
        version: 1,
        scopeId: environment,
        ...processor,
      });
      assert.match(runtimeId, /^[0-9a-f-]{36}$/);
      assert.notEqual(runtimeId, processor.processorId);
      for (const [read, target] of reads.slice(1)) assert.deepEqual((await call(read, { path: target })).body, profiles[0]);
    });

    test('run-profiles.list.type', async () => {
      const ids = async (type: string) => (await list({ type })).map(({ id }: { id: string }) => id);
      assert.deepEqual(await ids('JOB_SERVER'), [large.id]);
      assert.deepEqual(await ids('MICROSERVICE'), [micro.id]);
      assert.deepEqual(await ids('TALEND_RUNTIME'), []);
    });

    test('run-profiles.list.permission', async () => {
      const { token } = await make.user({
        permissions: PERMISSIONS.filter((permission) => !([...MANAGING, ...USING] as string[]).includes(permission)),
        rights,
      });
      for (const [read, target] of reads) {
        assertRefused(await call(read, { token, path: target }), 403, 'forbidden');
        assertRefused(await call(read, { token: undefined, path: target }), 401, 'not_signed_in');
        for (const permission of [...MANAGING, ...USING]) {
          const holder = await make.user({ permissions: [permission], rights });
          assert.equal((await call(read, { token: holder.token, path: target })).status, 200, permission);
        }
      }
    });

    test('run-profiles.list.visible', async () => {
      const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights });
      for (const [read, target] of reads) {
        for (const permission of USING) {
          const { token } = await make.user({ permissions: [permission] });
          assertRefused(await call(read, { token, path: target }), 404, 'not_found');
        }
        assertRefused(await call(read, { token: stranger.token, path: target }), 404, 'not_found');
        const manager = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] });
        assert.equal((await call(read, { token: manager.token, path: target })).status, 200);
      }
    });

    test('run-profiles.list.workspace', async () => {
      const other = await make.workspace({ environment });
      const owned =
        'engine' in own
          ? { engine: (await make.engine({ environment, workspace: workspace.id })).id }
          : { cluster: (await make.cluster({ environment, workspace: workspace.id })).id };
      const { id } = await make.runProfile(owned);
      const [runtimeId] = Object.values(owned);
      const target = { engineId: runtimeId ?? '', clusterId: runtimeId ?? '', runProfileId: id, id };
      for (const permission of USING) {
        const stranger = await make.user({ permissions: [permission], rights: { [other.id]: ['MANAGE'] } });
        const viewer = await make.user({ permissions: [permission], rights });
        for (const [read] of reads) {
          assertRefused(await call(read, { token: stranger.token, path: target }), 404, 'not_found');
          assert.equal((await call(read, { token: viewer.token, path: target })).status, 200, read);
        }
        const { body } = await call('POST /processing/run-profiles/search', { token: stranger.token, body: {} });
        assert.ok(!JSON.stringify(body).includes(id));
      }
    });

    test('a run profile is not found under another engine or cluster', async () => {
      const foreign = [
        await make.runProfile({ engine: (await make.engine({ environment })).id }),
        await make.runProfile({ cluster: (await make.cluster({ environment })).id }),
        await make.runProfile({ environment }),
      ];
      for (const id of [...foreign.map((profile) => profile.id), newId()]) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const body = method === 'PUT' ? { body: { name: 'x', jvmArguments: [] } } : {};
          assertRefused(
            await call(`${method} ${route}/{runProfileId}`, { path: { ...path, runProfileId: id }, ...body }),
            404,
            'not_found',
          );
        }
      }
    });
  });
}
