/** Makers of environments, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { tenant(): Promise<string> };

/** Makes environments. */
export const environmentMakers = ({ db, name }: Making, made: Needs) => ({
  /** An environment without workspaces. */
  environment: async (options: { tenant?: string; name?: string } = {}): Promise<string> => {
    const id = newId();
    await db.writer.rows(sql`
      insert into environment (id, tenant_id, name)
      values (${id}, ${options.tenant ?? (await made.tenant())}, ${options.name ?? name('Environment')})`);
    return id;
  },
});
