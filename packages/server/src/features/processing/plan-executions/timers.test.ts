// run: own server because it sets MILLRACE_HISTORY_DAYS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionAt } from '../../../core/database/partitions.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { stayWithinOneDay } from '../../../../test/support/one-day.ts';
import { pastPlanExecution } from '../../../../test/support/past-executions.ts';
import { changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_HISTORY_DAYS: '60' });
const { call, make, platform } = server;

test('history.retention.plans', async () => {
  await stayWithinOneDay();
  const plan = await make.plan();
  const { from } = partitionAt({ table: 'any', length: 'month' }, new Date(Date.now() - 60 * 86_400_000));
  /** Creates an execution whose id has the time of the first month that is kept, or of the month before it. */
  const past = async (old: boolean, status?: string): Promise<string> => {
    const id = await pastPlanExecution(server, plan, { startedAt: new Date(), ...(status !== undefined && { status }) });
    const time = old
      ? (BigInt(`0x${from.slice(0, 8)}${from.slice(9, 13)}`) - 1n).toString(16).padStart(12, '0')
      : from.replace('-', '').slice(0, 12);
    const movedId = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
    await platform.db.writer.rows(sql`update plan_execution set id = ${movedId} where id = ${id}`);
    return movedId;
  };
  const removed: string[] = [];
  for (let index = 0; index < 101; index += 1) removed.push(await past(true));
  const kept = [await past(true, 'STARTED'), await past(false)];
  await changesRows(server, { plan_execution: -101 }, () => runTimer(platform, 'remove-old-plan-executions'));
  const read = (planExecutionId = '') => call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } });
  for (const id of kept) assert.equal((await read(id)).status, 200);
  assertRefused(await read(removed[0]), 404, 'not_found');
});
