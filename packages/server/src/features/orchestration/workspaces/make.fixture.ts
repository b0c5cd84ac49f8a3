/** Makers of workspaces, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = {
  tenant(): Promise<string>;
  administrator(): Promise<string>;
  environment(options: { tenant: string }): Promise<string>;
};

/** Makes workspaces. */
export const workspaceMakers = ({ db, name }: Making, made: Needs) => ({
  /** A custom workspace, owned by the administrator by default. */
  workspace: async (
    options: { tenant?: string; environment?: string; owner?: string; name?: string; type?: 'custom' | 'shared' | 'personal' } = {},
  ): Promise<{ id: string; environment: string; name: string }> => {
    const tenant = options.tenant ?? (await made.tenant());
    const environment = options.environment ?? (await made.environment({ tenant }));
    const one = { id: newId(), environment, name: options.name ?? name('Workspace') };
    await db.writer.rows(sql`
      insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
      values (${one.id}, ${tenant}, ${environment}, ${one.name}, ${options.owner ?? (await made.administrator())}, ${options.type ?? 'custom'})`);
    return one;
  },
});
