import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

type Change = { userId: string; before: Right[]; after: Right[] };

for (const { noun, type, all, idName } of KINDS) {
  const ROUTE = `POST ${all}/batch`;

  const holder = (...rights: Right[]) => make.user({ type, rights: { [workspace.id]: rights } });
  const held = async (userId: string): Promise<Right[]> =>
    (await call(`GET ${all}`, { query: { workspaceId: workspace.id, [idName]: userId } })).body[0]?.permissions ?? [];
  const change = (method: 'POST' | 'PUT', body: unknown, token?: string) =>
    call(ROUTE.replace('POST', method), { body, ...(token !== undefined && { token }) });
  const requestOf = (userId: string, permissions: string[], workspaceId = workspace.id) => ({ workspaceId, userId, permissions });

  test(`workspace-permissions.batch.order: ${noun}`, async () => {
    const { id } = await holder('VIEW');
    const added = await change('POST', [requestOf(id, ['AUTHOR']), requestOf(id, ['EXECUTOR']), requestOf(id, ['AUTHOR'])]);
    assert.deepEqual(
      [added.status, added.body.map(({ status }: { status: number }) => status)],
      [207, [409]],
      'the third request adds nothing',
    );
    assert.deepEqual(await held(id), ['VIEW', 'EXECUTE', 'AUTHOR']);
    assert.equal((await change('PUT', [requestOf(id, ['MANAGE']), requestOf(id, ['VIEW'])])).status, 204);
    assert.deepEqual(await held(id), ['VIEW'], 'the last request counts');
  });

  test(`workspace-permissions.batch.partial: ${noun}`, async () => {
    const [first, second] = [await holder('VIEW'), await make.user({ type })];
    const list = [
      requestOf(first.id, ['AUTHOR']),
      requestOf(newId(), ['VIEW']),
      requestOf(second.id, ['VIEW'], newId()),
      requestOf(first.id, ['AUTHOR']),
      requestOf(second.id, ['PUBLISH']),
    ];
    const { status, body } = await change('POST', list);
    assert.equal(status, 207);
    assert.deepEqual(
      body.map((rejected: { status: number; permission: unknown }) => [rejected.status, rejected.permission]),
      [
        [404, list[1]],
        [404, list[2]],
        [409, list[3]],
      ],
    );
    for (const { message } of body) assert.match(message, /\S/);
    assert.deepEqual([await held(first.id), await held(second.id)], [['VIEW', 'AUTHOR'], ['PUBLISH']]);

    const replaced = await change('PUT', [requestOf(first.id, ['MANAGE']), requestOf((await make.user({ type })).id, ['VIEW'])]);
    assert.deepEqual([replaced.status, replaced.body.length, replaced.body[0].status], [207, 1, 404]);
    assert.deepEqual(await held(first.id), ['MANAGE']);
  });

  test(`workspace-permissions.all.right: a batch rejects the workspaces whose rights the caller may not change, ${noun}`, async () => {
    const mine = await make.workspace();
    const caller = await make.user({ rights: { [mine.id]: ['MANAGE'], [workspace.id]: ['AUTHOR'] } });
    const { id } = await make.user({ type });
    for (const method of ['POST', 'PUT'] as const) {
      const list = [requestOf(id, ['VIEW']), requestOf(id, ['VIEW'], (await make.workspace()).id)];
      const { status, body } = await change(method, list, caller.token);
      assert.deepEqual([status, body.map(({ status }: { status: number }) => status)], [207, [403, 404]]);
    }
    assert.equal((await change('POST', [requestOf(id, ['VIEW'], mine.id)], caller.token)).status, 204);
  });

  test(`workspace-permissions.batch.dry-run: ${noun}`, async () => {
    const [holding, without] = [await holder('VIEW', 'AUTHOR'), await make.user({ type })];
    const list = [
      requestOf(holding.id, ['PUBLISH']),
      requestOf(without.id, ['VIEW']),
      requestOf(newId(), ['VIEW']),
      requestOf(holding.id, ['AUTHOR']),
    ];
    const before = await server.count('workspace_right');
    const added = await call(ROUTE, { body: list, query: { dryRun: true } });
    assert.equal(added.status, 200);
    assert.deepEqual(
      added.body.changes.map(({ userId, before: was, after }: Change) => [userId, was, after]).toSorted(),
      [
        [holding.id, ['VIEW', 'AUTHOR'], ['VIEW', 'AUTHOR', 'PUBLISH']],
        [without.id, [], ['VIEW']],
      ].toSorted(),
    );
    assert.deepEqual(
      added.body.rejected.map(({ status }: { status: number }) => status),
      [404, 409],
    );
    const replaced = await call(ROUTE.replace('POST', 'PUT'), { body: list.slice(0, 1), query: { dryRun: true } });
    assert.deepEqual(replaced.body, {
      changes: [{ workspaceId: workspace.id, userId: holding.id, before: ['VIEW', 'AUTHOR'], after: ['PUBLISH'] }],
      rejected: [],
    });
    assert.deepEqual(await server.count('workspace_right'), before);
    assert.deepEqual(await held(holding.id), ['VIEW', 'AUTHOR']);
    const made = await call(ROUTE, { body: list, query: { dryRun: false } });
    assert.deepEqual([made.status, made.body], [207, added.body.rejected], 'the dry run has shown the rejected changes');
    assertRefused(await call(ROUTE, { body: list, query: { dryRun: 'perhaps' } }), 400, 'malformed_request');
  });

  test(`a malformed batch is refused as a whole, ${noun}`, async () => {
    const { id } = await make.user({ type });
    for (const body of [
      [],
      {},
      [requestOf(id, ['VIEW']), requestOf(id, ['OWN'])],
      [requestOf(id, ['VIEW']), { userId: id }],
      [requestOf('ada', ['VIEW'])],
    ]) {
      await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'workspace_right');
      assertRefused(await change('PUT', body), 400, 'malformed_request');
    }
    assertRefused(await call(ROUTE, { token: undefined, body: [] }), 401, 'not_signed_in');
  });
}
