/** Schedules of Millrace that a benchmark makes due: P1c and P3. */
import type { Client } from 'pg';

/** Gives each task a schedule with one trigger, which is not armed. `cronExpression` is that of the product. */
export async function addSchedules(client: Client, cronExpression: string): Promise<void> {
  const definition = { name: 'bench', type: 'CRON', cronExpression, timeZone: 'Europe/Paris' };
  await client.query(`
    insert into schedule (id, tenant_id, environment_id, task_id)
    select gen_random_uuid(), t.tenant_id, w.environment_id, t.id
    from task t
    join workspace w on w.id = t.workspace_id`);
  await client.query(
    `insert into time_trigger (id, schedule_id, name, definition)
     select gen_random_uuid(), id, 'bench', $1
     from schedule`,
    [JSON.stringify(definition)],
  );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Arms triggers that are not armed, all or the given number, in one commit. `due` is an instant of their cron expression. */
export async function armTriggers(client: Client, due: Date, count?: number): Promise<void> {
  await client.query(
    `update time_trigger g
     set next_at = $1, set_by_id = w.owner_id, set_by_type = 'HUMAN'
     from schedule s
     join task t on t.id = s.task_id
     join workspace w on w.id = t.workspace_id
     where s.id = g.schedule_id
       and g.id in (select id from time_trigger where next_at is null order by id limit $2)`,
    [due, count ?? null],
  );
}

/** Counts the records of an instant. */
export async function countFired(client: Client, due: Date): Promise<number> {
  const text = 'select count(*) from fired_instant where due_at = $1';
  const { rows } = await client.query<{ count: string }>({ name: 'count-fired', text, values: [due] });
  return Number(rows[0]?.count);
}

/**
 * Returns whether every armed trigger has fired. An instant gets its record in the transaction that sets the next instant. This reads one entry of an
 * index, so it may be polled often without slowing down the database that is measured.
 */
export async function haveAllFired(client: Client, due: Date): Promise<boolean> {
  const text = 'select not exists (select from time_trigger where next_at = $1) as fired';
  const { rows } = await client.query<{ fired: boolean }>({ name: 'have-all-fired', text, values: [due] });
  return rows[0]?.fired === true;
}
