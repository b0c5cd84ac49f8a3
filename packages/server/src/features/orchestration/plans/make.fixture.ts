/** Makers of plans, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { workspace(): Promise<{ id: string }>; task(options: { workspace: string }): Promise<{ id: string }> };

/** Makes plans. */
export const planMakers = ({ db, name }: Making, made: Needs) => ({
  /** A plan with one step for each list of tasks; `handler` is the error handler of the last step. */
  plan: async (
    options: {
      workspace?: string;
      name?: string;
      steps?: readonly (readonly string[])[];
      handler?: { tasks?: readonly string[]; plans?: readonly string[] };
    } = {},
  ): Promise<{ id: string; workspace: string; name: string; steps: string[] }> => {
    const workspace = options.workspace ?? (await made.workspace()).id;
    const steps = options.steps ?? [[(await made.task({ workspace })).id]];
    const plan = { id: newId(), workspace, name: options.name ?? name('Plan'), steps: steps.map(() => newId()) };
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into plan (id, tenant_id, workspace_id, name, author, author_type)
        select ${plan.id}, tenant_id, id, ${plan.name}, 'admin', 'HUMAN'
        from workspace
        where id = ${workspace}`);
      for (const [position, tasks] of steps.entries()) {
        const step = plan.steps[position];
        const last = position === steps.length - 1;
        await tx.rows(sql`
          insert into plan_step (id, plan_id, position, name, condition)
          values (${step}, ${plan.id}, ${position}, ${`Step ${position + 1}`}, 'ALL_SUCCEEDED')`);
        await tx.rows(sql`
          insert into plan_step_task (step_id, on_failure, position, task_id)
          select ${step}, n.on_failure, n.position, n.id
          from (
            select false as on_failure, o.position, o.id from unnest(${tasks}::uuid[]) with ordinality o (id, position)
            union all
            select true, o.position, o.id from unnest(${last ? (options.handler?.tasks ?? []) : []}::uuid[]) with ordinality o (id, position)
          ) n`);
        await tx.rows(sql`
          insert into plan_step_plan (step_id, position, plan_id)
          select ${step}, o.position, o.id
          from unnest(${last ? (options.handler?.plans ?? []) : []}::uuid[]) with ordinality o (id, position)`);
      }
    });
    return plan;
  },
});
