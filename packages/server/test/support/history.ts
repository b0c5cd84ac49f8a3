/** An environment with many executions, for searches of the history. */
import { sql } from '../../src/core/database/sql.ts';
import { standInEngine, type StandInEngine } from './engine.ts';
import { pastExecution, pastPlanExecution } from './past-executions.ts';
import type { TestServer } from './server.ts';

const HOUR = 3_600_000;

/** An environment with a history. */
export type History = Awaited<ReturnType<typeof createHistory>>;

/** Creates executions that ended some hours ago. `open` waits, an engine holds `running`, and `step` is an execution of `plan`. */
export async function createHistory(server: TestServer) {
  const { call, make, platform } = server;
  const { db } = platform;
  const north = await make.workspace();
  const south = await make.workspace({ environment: north.environment });
  const engine: StandInEngine = await standInEngine(server, north.environment);
  const now = Date.now();
  const ago = (hours: number): Date => new Date(now - hours * HOUR);
  const load = await make.task({ workspace: north.id, name: 'Load airports', tags: ['nightly', 'air'], artifactType: 'big_data_batch' });
  const clean = await make.task({ workspace: south.id, name: 'Clean up', tags: ['weekly'] });
  const plan = await make.plan({ workspace: north.id, name: 'Whole night', steps: [[load.id]] });

  const ids: Record<string, string> = {};
  /** Creates an execution that ran for an hour, after `waited` hours of waiting. */
  const past = async (
    name: string,
    task: typeof load,
    endedHours: number,
    values: { status?: string; waited?: number; tags?: string[] } = {},
  ) => {
    const id = await pastExecution(server, task, {
      triggeredAt: ago(endedHours + 1 + (values.waited ?? 0)),
      status: values.status ?? 'EXECUTION_SUCCESS',
      tags: values.tags ?? ['nightly', 'air'],
    });
    await db.writer.rows(sql`
      update task_execution x
      set started_at = ${ago(endedHours + 1)},
          finished_at = ${ago(endedHours)},
          task_name = t.name,
          artifact_id = ${task.artifact}
      from task t
      where t.id = x.task_id
        and x.id = ${id}`);
    ids[name] = id;
  };
  await past('hour', load, 1, { status: 'EXECUTION_FAILED' });
  await past('day', load, 24);
  // Triggered long ago, but ended recently.
  await past('long', clean, 2, { waited: 400, tags: ['weekly'], status: 'EXECUTION_TERMINATED_SHUTDOWN' });
  await past('week', clean, 168, { tags: ['weekly'] });
  await past('month', load, 720);
  await past('ancient', load, 1500);
  ids['misfire'] = await pastPlanExecution(server, plan, { startedAt: ago(5), status: 'EXECUTION_MISFIRED' });
  ids['failedPlan'] = await pastPlanExecution(server, plan, { startedAt: ago(30), status: 'EXECUTION_FAILED' });
  ids['running'] = (await call('POST /processing/executions', { body: { executable: load.id, logLevel: 'WARN' } })).body.executionId;
  const lease = await engine.claimOne();
  await engine.start(lease, now);
  ids['open'] = (await call('POST /processing/executions', { body: { executable: clean.id } })).body.executionId;
  ids['plan'] = (await call('POST /processing/executions/plans', { body: { executable: plan.id } })).body.executionId;
  const step = await db.reader.only<{ id: string }>(sql`select id from task_execution where plan_execution_id = ${ids['plan']}`);
  ids['step'] = step.id;

  return {
    environment: north.environment,
    north,
    south,
    engine,
    load,
    clean,
    plan,
    ids,
    ago,
    nameOf: (id: string): string => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? id,
  };
}
