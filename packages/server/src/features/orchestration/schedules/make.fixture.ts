/** Makers of schedules, for tests. */
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { workspace(): Promise<{ environment: string }> };

/** Makes schedules. */
export const scheduleMakers = ({ db }: Making, made: Needs) => ({
  /** A schedule without a task or plan, with these triggers; by default with one that fires each day at noon. */
  schedule: async (
    options: { environment?: string; description?: string; triggers?: readonly { name: string }[] } = {},
  ): Promise<{ id: string; environment: string }> => {
    const environment = options.environment ?? (await made.workspace()).environment;
    const id = newId();
    const noon = { name: 'noon', type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '12:00' };
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into schedule (id, tenant_id, environment_id, description)
        select ${id}, tenant_id, id, ${options.description ?? null}
        from environment
        where id = ${environment}`);
      for (const trigger of options.triggers ?? [noon]) {
        await tx.rows(sql`
          insert into time_trigger (id, schedule_id, name, definition)
          values (${newId()}, ${id}, ${trigger.name}, ${json(trigger)})`);
      }
    });
    return { id, environment };
  },
});
