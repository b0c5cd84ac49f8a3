/** Makers of run profiles, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { environment(): Promise<string> };

/** Makes run profiles. */
export const runProfileMakers = ({ db, name }: Making, made: Needs) => ({
  /** A run profile of an engine, of a cluster, or, with neither, of the dynamic engines of an environment. */
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
    const profile = { id: newId(), name: options.name ?? name('Profile') };
    const { engine = null, cluster = null } = options;
    const environment = engine === null && cluster === null ? (options.environment ?? (await made.environment())) : null;
    await db.writer.rows(sql`
      insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, type, jvm_arguments)
      select ${profile.id}, e.tenant_id, e.id, ${engine}, ${cluster}, ${profile.name}, ${options.type ?? 'JOB_SERVER'},
             ${[...(options.jvmArguments ?? ['-Xmx64M'])]}
      from environment e
      where e.id = coalesce(${environment}::uuid, (select environment_id from engine where id = ${engine}),
                            (select environment_id from engine_cluster where id = ${cluster}))`);
    return profile;
  },
});
