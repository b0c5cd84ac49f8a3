/** Makers of tasks, for tests. */
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

/** A task, with the objects on which it depends. */
export type MadeTask = { id: string; workspace: string; environment: string; artifact: string; artifactVersion: string };

type Needs = {
  workspace(): Promise<{ id: string }>;
  artifact(options: { workspace: string; parameters: unknown[]; type?: string }): Promise<{ versionId: string }>;
};

/** Makes tasks. */
export const taskMakers = ({ db, name }: Making, made: Needs) => ({
  /** A task; by default it runs on any engine of its environment. It has no run configuration if `configured` is false. */
  task: async (
    options: {
      workspace?: string;
      artifactVersion?: string;
      name?: string;
      tags?: string[];
      parameters?: Record<string, string>;
      resources?: Record<string, string>;
      artifactParameters?: unknown[];
      artifactType?: string;
      engine?: string;
      cluster?: string;
      runProfile?: string;
      configured?: boolean;
      parallelExecutionAllowed?: boolean;
    } = {},
  ): Promise<MadeTask> => {
    const workspace = options.workspace ?? (await made.workspace()).id;
    const artifactVersion =
      options.artifactVersion ??
      (
        await made.artifact({
          workspace,
          parameters: options.artifactParameters ?? [],
          ...(options.artifactType && { type: options.artifactType }),
        })
      ).versionId;
    const id = newId();
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into task (id, tenant_id, workspace_id, name, artifact_version_id, tags, parameters, resources)
        select ${id}, tenant_id, id, ${options.name ?? name('Task')}, ${artifactVersion}, ${options.tags ?? []}, ${json(options.parameters ?? {})},
               ${json(options.resources ?? {})}
        from workspace
        where id = ${workspace}`);
      if (options.configured !== false) {
        await tx.rows(sql`
          insert into task_run_config (
            task_id, runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level)
          values (
            ${id}, ${options.engine !== undefined ? 'REMOTE_ENGINE' : options.cluster !== undefined ? 'REMOTE_ENGINE_CLUSTER' : 'CLOUD'},
            ${options.engine ?? null}, ${options.cluster ?? null}, ${options.runProfile ?? null},
            ${options.parallelExecutionAllowed ?? true}, 'INFO')`);
      }
    });
    const row = await db.reader.only<{ environment_id: string; artifact_id: string }>(sql`
      select w.environment_id, v.artifact_id
      from workspace w, artifact_version v
      where w.id = ${workspace}
        and v.id = ${artifactVersion}`);
    return { id, workspace, environment: row.environment_id, artifact: row.artifact_id, artifactVersion };
  },
});
