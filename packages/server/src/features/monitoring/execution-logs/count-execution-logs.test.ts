import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine, type Line } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /monitoring/executions/{id}/logs/counts';
const server = await startTestServer();
const { call, make, platform } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

/** A run whose log has these severities, in chunks of some lines. */
async function runOf(severities: readonly Line['severity'][], chunkLines: number): Promise<string> {
  await call('POST /processing/executions', { body: { executable: task.id } });
  const lease = await engine.claimOne();
  const lines = severities.map((severity, index): Line => ({
    at: REPORTED_AT + index,
    severity,
    type: 'STDOUT',
    message: `ERROR ${index}`,
  }));
  for (let first = 0; first < lines.length; first += chunkLines) await engine.log(lease, lines.slice(first, first + chunkLines), first);
  return lease.executionId;
}
const countsOf = async (id: string) => (await call(ROUTE, { path: { id } })).body;

test('execution-logs.counts.right', async () => {
  const id = await runOf(['INFO'], 1);
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { id } }), 200);
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: '42' } }), 400, 'malformed_request');
});

test('execution-logs.counts.severities', async () => {
  // Chunks of INFO alone, of INFO and WARN, and of all four.
  const mixed = (index: number) => (index % 7 === 0 ? 'WARN' : 'INFO');
  const all = Array.from({ length: 400 }, (_, index) =>
    index < 100 ? 'INFO' : index < 300 ? mixed(index) : ((['FATAL', 'DEBUG', 'INFO', 'WARN'] as const)[index % 4] ?? 'INFO'),
  );
  const id = await runOf(all, 20);
  const expected = (['FATAL', 'WARN', 'INFO', 'DEBUG'] as const).map((severity) => ({
    severity,
    count: all.filter((other) => other === severity).length,
    isCapped: false,
  }));
  assert.deepEqual(await countsOf(id), { totalSize: 400, severities: expected });

  // As if the ten chunks of INFO and WARN had more text than one call reads: each of them has at least one line of both.
  await platform.db.writer.rows(sql`
    update log_chunk
    set text_bytes = 4 * 1024 * 1024
    where execution_id = ${id}
      and end_index between 101 and 300`);
  const many = await countsOf(id);
  const rest = all.filter((_, index) => index < 100 || index >= 300);
  const atLeast = (severity: string): number => rest.filter((other) => other === severity).length + 10;
  assert.deepEqual(many.severities, [
    expected[0],
    { severity: 'WARN', count: atLeast('WARN'), isCapped: true },
    { severity: 'INFO', count: atLeast('INFO'), isCapped: true },
    expected[3],
  ]);

  assert.equal((await call('DELETE /monitoring/executions/{id}/logs', { path: { id } })).status, 200);
  assert.deepEqual(await countsOf(id), { totalSize: 0, severities: [] });
});
