/** Valid rows of engines, clusters and run profiles. */
import { newId } from '../../src/core/base/id.ts';
import type { Platform } from '../../src/core/platform/platform.ts';
import { sql } from '../../src/core/database/sql.ts';

type Made = {
  name(noun: string): string;
  tenant(): Promise<string>;
  environment(options?: { tenant?: string }): Promise<string>;
};

/** Returns functions that make rows on one server; `made` makes the parent rows. */
export const engineMakers = ({ db, tokens }: Platform, { name, ...made }: Made) => ({
  /** Makes a paired engine with its credential. */
  engine: async (
    options: { environment?: string; workspace?: string; name?: string; tenant?: string } = {},
  ): Promise<{ id: string; environment: string; credential: string }> => {
    const tenant = options.tenant ?? (await made.tenant());
    const environment = options.environment ?? (await made.environment({ tenant }));
    const id = newId();
    const { secret, hash } = tokens.create('engine');
    await db.writer.rows(sql`
      insert into engine (id, tenant_id, environment_id, workspace_id, runtime_id, name, credential_hash, paired_at, last_beat_at)
      values (${id}, ${tenant}, ${environment}, ${options.workspace ?? null}, ${crypto.randomUUID()}, ${options.name ?? name('Engine')}, ${hash}, now(), now())`);
    return { id, environment, credential: secret };
  },

  /** Makes a cluster of engines. */
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

  /** Makes a run profile of an engine, of a cluster, or, with neither, of the dynamic engines of an environment. */
  runProfile: async (
    options: {
      engine?: string;
      cluster?: string;
      environment?: string;
      name?: string;
      type?: string;
      jvmArguments?: readonly string[];
    } = {},
  ): Promise<{ id: string; name: string }> => {
    const one = { id: newId(), name: options.name ?? name('Profile') };
    const { engine = null, cluster = null } = options;
    const environment = engine === null && cluster === null ? (options.environment ?? (await made.environment())) : null;
    await db.writer.rows(sql`
      insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, type, jvm_arguments)
      select ${one.id}, e.tenant_id, e.id, ${engine}, ${cluster}, ${one.name}, ${options.type ?? 'JOB_SERVER'},
             ${[...(options.jvmArguments ?? ['-Xmx64M'])]}
      from environment e
      where e.id = coalesce(${environment}::uuid, (select environment_id from engine where id = ${engine}),
                            (select environment_id from engine_cluster where id = ${cluster}))`);
    return one;
  },
});
