/** Functions for tests of firing. Tests pass the time as an argument; no clock is changed. */
import assert from 'node:assert/strict';
import { sql } from '../../src/core/database/sql.ts';
import { fireDue, type Firing } from '../../src/features/processing/firing/fire.ts';
import type { MadeTask } from './make.ts';
import type { TestServer } from './server.ts';

/** A trigger in the database. */
export type ArmedTrigger = { id: string; next_at: Date | null };

/** Returns a daily trigger. */
export const daily = (name: string, time = '06:00') => ({
  name,
  type: 'DAILY',
  interval: 1,
  startDate: '2026-01-01',
  timeZone: 'UTC',
  atTimes: { type: 'AT_TIME', time },
});

/** Returns functions that fire due triggers and read the records. */
export function firingOf({ call, platform: { db } }: TestServer) {
  /** The triggers that start a task, by their names. */
  const triggersOf = (task: MadeTask): Promise<ArmedTrigger[]> =>
    db.reader.rows(sql`
      select g.id, g.next_at
      from time_trigger g
      left join schedule s on s.id = g.schedule_id
      where coalesce(g.task_id, s.task_id) = ${task.id}
      order by g.name`);
  return {
    triggersOf,
    /** Fires the triggers that are due at a time, by default now. */
    fireAt: (at?: Date): Promise<Firing> => db.transaction((tx) => fireDue(tx, { most: 500, ...(at && { at }) })),
    /** The first trigger of a task; fails if it has none. */
    onlyTrigger: async (task: MadeTask): Promise<ArmedTrigger> => (await triggersOf(task))[0] ?? assert.fail('the task has no trigger'),
    /** Moves the next instant of a trigger. */
    moveTo: (id: string, at: Date) => db.writer.rows(sql`update time_trigger set next_at = ${at} where id = ${id}`),
    /** The due instants of a task that have fired, each with its execution. */
    recordsOf: (task: MadeTask) =>
      db.reader.rows<{
        due_at: Date;
        outcome: string | null;
        misfired_reason: string | null;
        error_message: string | null;
        execution_type: string;
      }>(sql`
        select f.due_at, x.outcome, x.misfired_reason, x.error_message, x.execution_type
        from fired_instant f
        join task_execution x on x.id = f.execution_id
        where x.task_id = ${task.id}
        order by f.due_at`),
    /** Sets the own trigger of a task through the API. */
    setTrigger: async (task: MadeTask, trigger: object): Promise<void> => {
      const body = { trigger, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: true };
      const answer = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
  };
}
