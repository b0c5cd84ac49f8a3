// run: own server because it sets MILLRACE_DATABASE_CONNECTIONS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDeadlocks } from '../../../../test/support/locks.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

/** The number of workspaces of each batch, of concurrent callers, and of batches of each caller. */
const [WORKSPACES, CALLERS, BATCHES] = [12, 6, 3];

const server = await startTestServer({ MILLRACE_DATABASE_CONNECTIONS: '20' });
const { call, make, platform } = server;

test(
  'batches that name the same workspaces in different orders do not deadlock, with each other or with other writes',
  { timeout: 120_000 },
  async () => {
    const workspaces = await Promise.all(Array.from({ length: WORKSPACES }, async () => (await make.workspace()).id));
    const answers: Answer[] = [];
    const caller = async (number: number): Promise<void> => {
      const { id: userId } = await make.user();
      const inOrder = number % 2 === 0 ? workspaces : workspaces.toReversed();
      const workspaceIds = number % 3 === 0 ? [...inOrder.slice(5), ...inOrder.slice(0, 5)] : inOrder;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const [right, other] = [['AUTHOR', 'EXECUTE', 'PUBLISH'][batch % 3], batch % 2 === 0 ? 'VIEW' : 'MANAGE'];
        const body = (permissions: (string | undefined)[]) => workspaceIds.map((workspaceId) => ({ workspaceId, userId, permissions }));
        answers.push(await call('POST /security/permissions/batch', { body: body([right]) }));
        answers.push(await call('PUT /security/permissions/batch', { body: body([right, other]) }));
        answers.push(await call('DELETE /security/permissions/batch', { query: { userIds: [userId], workspaceIds } }));
      }
    };
    const writer = async (number: number): Promise<void> => {
      for (let times = 0; times < BATCHES; times += 1)
        for (const id of number % 2 === 0 ? workspaces : workspaces.toReversed())
          answers.push(
            await call('PUT /orchestration/workspaces/{id}', { path: { id }, body: { name: `Renamed ${id} ${number} ${times}` } }),
          );
    };
    await Promise.all([...Array.from({ length: CALLERS }, (_, number) => caller(number)), writer(0), writer(1)]);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 204 && status !== 200).map(({ status, body }) => [status, body]),
      [],
    );
    assert.equal(await countDeadlocks(platform), 0, 'deadlocks');
  },
);
