import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../packages/server/test/support/server.ts';
import { readStatements } from './read-statements.ts';

const { make, platform, call } = await startTestServer();

test('the minimal server of P15 finds the same execution for the same token as the product', async () => {
  const token = await make.administratorToken();
  const { id: task } = await make.task();
  const { executionId: id } = (await call('POST /processing/executions', { body: { executable: task } })).body;
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: id }, token });
  const { findActor, findExecution } = await readStatements();
  const client = await platform.db.connect('test');
  const queryRow = async ({ name, text }: { name: string; text: string }, values: unknown[]): Promise<Record<string, unknown>> => {
    const { rows } = await client.query({ name, text, values });
    assert.equal(rows.length, 1);
    return rows[0] as Record<string, unknown>;
  };
  try {
    const actor = await queryRow(findActor, findActor.values({ hash: platform.identity.tokens.hash(token) }));
    assert.equal(actor['login'], 'admin');
    const row = await queryRow(findExecution, findExecution.values({ id, actor }));
    assert.deepEqual([row['id'], row['task_id'], row['workspace_id']], [body.executionId, body.jobId, body.workspaceId]);
  } finally {
    await client.end();
  }
});
