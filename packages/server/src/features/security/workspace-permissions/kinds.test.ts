import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

const { call, make } = await startTestServer();
const workspace = await make.workspace();

for (const { noun, single, all, idName, type } of KINDS)
  test(`workspace-permissions.all.kind: operations on ${noun}`, async () => {
    const other = await make.user({ type: type === 'HUMAN' ? 'SERVICE' : 'HUMAN', rights: { [workspace.id]: ['VIEW'] } });
    const path = { workspaceId: workspace.id, [idName]: other.id };
    for (const [method, body] of [['GET'], ['POST', ['AUTHOR']], ['PUT', ['AUTHOR']], ['DELETE']] as const)
      assertRefused(await call(`${method} ${single}`, { path, ...(body && { body }) }), 404, 'not_found');
    assertRefused(await call(`GET ${all}`, { query: { [idName]: other.id } }), 404, 'not_found');
    const listed = await call(`GET ${all}`, { query: { workspaceId: workspace.id } });
    assert.ok(listed.body.every(({ userId }: { userId: string }) => userId !== other.id));

    const removal = await call(`DELETE ${all}/batch`, { query: { [`${idName}s`]: [other.id], workspaceIds: [workspace.id] } });
    assert.deepEqual([removal.status, removal.body[0].status], [207, 404]);
    assert.equal((await call(`DELETE ${all}/batch`, { query: { workspaceIds: [workspace.id] } })).status, 204);
    const counterpart = KINDS.find((kind) => kind.type !== type);
    const kept = await call(`GET ${counterpart?.all}`, { query: { workspaceId: workspace.id, [counterpart?.idName ?? '']: other.id } });
    assert.deepEqual(kept.body[0]?.permissions, ['VIEW'], 'the rights of the other kind stay');
  });
