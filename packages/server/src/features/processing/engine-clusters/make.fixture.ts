/** Makers of engine clusters, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { tenant(): Promise<string>; environment(options: { tenant: string }): Promise<string> };

/** Makes engine clusters. */
export const clusterMakers = ({ db, name }: Making, made: Needs) => ({
  /** A cluster of engines. */
  cluster: async (
    options: { environment?: string; workspace?: string; name?: string; tenant?: string; engines?: readonly string[] } = {},
  ): Promise<{ id: string; environment: string }> => {
    const tenant = options.tenant ?? (await made.tenant());
    const environment = options.environment ?? (await made.environment({ tenant }));
    const id = newId();
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into engine_cluster (id, tenant_id, environment_id, workspace_id, runtime_id, name)
        values (${id}, ${tenant}, ${environment}, ${options.workspace ?? null}, ${crypto.randomUUID()}, ${options.name ?? name('Cluster')})`);
      await tx.rows(sql`update engine set cluster_id = ${id} where id = any (${[...(options.engines ?? [])]})`);
    });
    return { id, environment };
  },
});
