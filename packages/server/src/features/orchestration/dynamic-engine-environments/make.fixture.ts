/** Makers of dynamic-engine environments, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { tenant(): Promise<string> };

/** Makes dynamic-engine environments. */
export const dynamicEnvironmentMakers = ({ db, name }: Making, made: Needs) => ({
  /** A dynamic-engine environment without workspaces, which is not assigned to an engine. */
  dynamicEnvironment: async (options: { tenant?: string; name?: string } = {}): Promise<string> => {
    const id = newId();
    const tenant = options.tenant ?? (await made.tenant());
    await db.writer.rows(sql`
      with e as (
        insert into environment (id, tenant_id, name, is_dynamic)
        values (${id}, ${tenant}, ${options.name ?? name('Dynamic environment')}, true)
      )
      insert into dynamic_engine_environment (
        environment_id, log_strategy, metrics_strategy, created_by, creator_type, updated_by, modifier_type)
      values (${id}, 'NONE', 'NONE', 'admin', 'HUMAN', 'admin', 'HUMAN')`);
    return id;
  },
});
