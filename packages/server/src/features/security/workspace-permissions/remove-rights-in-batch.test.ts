import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

const server = await startTestServer();
const { call, make } = server;

for (const { noun, type, all, idName } of KINDS) {
  const ROUTE = `DELETE ${all}/batch`;

  /** Makes two workspaces and two users with rights on both. `left` returns the rights that are left. */
  async function makeRights() {
    const [north, south] = [await make.workspace(), await make.workspace()];
    const rights = { [north.id]: ['VIEW'], [south.id]: ['AUTHOR'] } as Record<string, Right[]>;
    const [ada, bob] = [await make.user({ type, rights }), await make.user({ type, rights })];
    const left = async (): Promise<string[]> => {
      const names = new Map([
        [north.id, 'north'],
        [south.id, 'south'],
      ]);
      const rows = [];
      for (const [name, { id }] of Object.entries({ ada, bob })) {
        const { body } = await call(`GET ${all}`, { query: { [idName]: id } });
        for (const { workspaceId } of body) rows.push(`${name} ${names.get(workspaceId)}`);
      }
      return rows.toSorted();
    };
    return { north, south, ada, bob, left };
  }

  test(`workspace-permissions.batch.match: ${noun}`, async () => {
    const { north, south, ada, bob, left } = await makeRights();
    const query = { [`${idName}s`]: [ada.id], workspaceIds: [north.id, south.id] };
    assert.equal((await call(ROUTE, { query })).status, 204);
    assert.deepEqual(await left(), ['bob north', 'bob south']);
    assert.equal((await call(ROUTE, { query })).status, 204, 'nothing matches any more');
    await call(ROUTE, { query: { [`${idName}s`]: [ada.id, bob.id], workspaceIds: [south.id] } });
    assert.deepEqual(await left(), ['bob north']);
  });

  test(`workspace-permissions.batch.body: ${noun}`, async () => {
    const { north, south, ada, bob, left } = await makeRights();
    const ids = `${idName}s`;
    for (const body of [
      { [ids]: [ada.id], workspaceIds: [north.id] },
      { [ids]: [ada.id], workspaceIds: null },
    ])
      assert.equal((await call(ROUTE, { body })).status, 204, JSON.stringify(body));
    assert.deepEqual(await left(), ['bob north', 'bob south']);
    const preview = await call(ROUTE, { query: { dryRun: true, [ids]: [ada.id] }, body: { [ids]: [bob.id], workspaceIds: [south.id] } });
    assert.deepEqual(
      preview.body.changes.map(({ userId, workspaceId }: Record<string, string>) => [userId, workspaceId]),
      [[bob.id, south.id]],
      'lists of query and body count together',
    );
    assert.equal((await call(ROUTE, { query: { workspaceIds: [south.id] }, body: { [ids]: [bob.id] } })).status, 204);
    assert.deepEqual(await left(), ['bob north']);
    for (const body of [{ [ids]: [], workspaceIds: [] }, { [ids]: ['bob'] }, { ids: [bob.id] }, [bob.id]])
      await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'workspace_right');
  });

  test(`workspace-permissions.batch.empty: ${noun}`, async () => {
    const first = await makeRights();
    assert.equal((await call(ROUTE, { query: { workspaceIds: [first.north.id] } })).status, 204);
    assert.deepEqual(await first.left(), ['ada south', 'bob south']);
    const second = await makeRights();
    assert.equal((await call(ROUTE, { query: { [`${idName}s`]: [second.ada.id] } })).status, 204);
    assert.deepEqual(await second.left(), ['bob north', 'bob south']);
    await leavesNothing(server, ROUTE, {}, 400, 'malformed_request', 'workspace_right');
  });

  test(`workspace-permissions.batch.partial: the answer of a removal has the rejected pairs, ${noun}`, async () => {
    const { north, ada, left } = await makeRights();
    const [unknownWorkspace, unknownUser] = [newId(), newId()];
    const { status, body } = await call(ROUTE, {
      query: { [`${idName}s`]: [ada.id, unknownUser], workspaceIds: [north.id, unknownWorkspace] },
    });
    assert.equal(status, 207);
    assert.deepEqual(
      body.map((rejected: { status: number; permissionId: object }) => [rejected.status, rejected.permissionId]),
      [
        [404, { workspaceId: unknownWorkspace, userId: ada.id }],
        [404, { workspaceId: unknownWorkspace, userId: unknownUser }],
        [404, { workspaceId: north.id, userId: unknownUser }],
      ],
    );
    assert.deepEqual(await left(), ['ada south', 'bob north', 'bob south']);
    const lone = await call(ROUTE, { query: { [`${idName}s`]: [unknownUser] } });
    assert.deepEqual([lone.status, lone.body.length, lone.body[0].permissionId], [207, 1, undefined]);
  });

  test(`workspace-permissions.all.right: a removal affects only workspaces that the caller manages, ${noun}`, async () => {
    const { north, south, ada, bob, left } = await makeRights();
    const caller = await make.user({ rights: { [north.id]: ['MANAGE'], [south.id]: ['VIEW'] } });
    assert.equal((await call(ROUTE, { token: caller.token, query: { [`${idName}s`]: [ada.id] } })).status, 204);
    assert.deepEqual(await left(), ['ada south', 'bob north', 'bob south']);
    const refused = await call(ROUTE, { token: caller.token, query: { [`${idName}s`]: [bob.id], workspaceIds: [south.id] } });
    assert.deepEqual([refused.status, refused.body[0].status], [207, 403]);
    assert.deepEqual(await left(), ['ada south', 'bob north', 'bob south']);
  });

  test(`workspace-permissions.batch.dry-run: a removal, ${noun}`, async () => {
    const { north, ada, bob, left } = await makeRights();
    const unknown = newId();
    const query = { [`${idName}s`]: [ada.id, unknown], workspaceIds: [north.id], dryRun: true };
    const { status, body } = await call(ROUTE, { query });
    assert.equal(status, 200);
    assert.deepEqual(body.changes, [{ workspaceId: north.id, userId: ada.id, before: ['VIEW'], after: [] }]);
    assert.deepEqual(
      body.rejected.map((rejected: { status: number; permissionId: object }) => [rejected.status, rejected.permissionId]),
      [[404, { workspaceId: north.id, userId: unknown }]],
    );
    const whole = await call(ROUTE, { query: { workspaceIds: [north.id], dryRun: true } });
    assert.deepEqual(whole.body.changes.map(({ userId }: { userId: string }) => userId).toSorted(), [ada.id, bob.id].toSorted());
    assert.deepEqual(await left(), ['ada north', 'ada south', 'bob north', 'bob south']);
  });

  test(`a malformed query is refused, ${noun}`, async () => {
    assertRefused(await call(ROUTE, { query: { [`${idName}s`]: ['ada'] } }), 400, 'malformed_request');
    assertRefused(await call(ROUTE, { token: undefined, query: {} }), 401, 'not_signed_in');
  });
}
