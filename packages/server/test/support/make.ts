/** Makes valid rows with their parent rows. A test names only the values that matter for it. */
import type { Permission, Right } from '@millrace/contract';
import { newId } from '../../src/core/base/id.ts';
import type { Platform } from '../../src/core/platform/platform.ts';
import { json, sql } from '../../src/core/database/sql.ts';
import { createAdministratorToken, createTenant } from '../../src/first-start.ts';
import { engineMakers } from './make-engines.ts';

/** A caller with a token. */
export type MadeUser = { id: string; tenant: string; login: string; token: string };
/** A task with the ids of its parents. */
export type MadeTask = { id: string; workspace: string; environment: string; artifact: string; artifactVersion: string };

/** The functions that make rows. */
export type Maker = ReturnType<typeof createMaker>;

/** Returns the functions that make rows on one server. */
export function createMaker(platform: Platform) {
  const { db, tokens } = platform;
  let number = 0;
  const name = (noun: string): string => `${noun} ${(number += 1)}`;

  const made = {
    administratorToken: (): Promise<string> => createAdministratorToken(db, tokens),

    /** Returns the tenant of the install; `otherTenant` makes another one. */
    tenant: async (): Promise<string> => (await db.reader.only<{ id: string }>(sql`select id from tenant order by id limit 1`)).id,
    otherTenant: (): Promise<string> => db.transaction((tx) => createTenant(tx, name('Tenant'))),

    /** Makes a user or a service account, with permissions and rights on workspaces. */
    user: async (
      options: {
        tenant?: string;
        permissions?: readonly Permission[];
        rights?: Record<string, readonly Right[]>;
        active?: boolean;
        type?: 'HUMAN' | 'SERVICE';
      } = {},
    ): Promise<MadeUser> => {
      const tenant = options.tenant ?? (await made.tenant());
      const id = newId();
      const role = newId();
      const login = name('user');
      const { secret, hash } = tokens.create('personal');
      await db.transaction(async (tx) => {
        await tx.rows(sql`
          insert into account (id, tenant_id, user_type, login, email, first_name, last_name, active)
          values (
            ${id}, ${tenant}, ${options.type ?? 'HUMAN'}, ${login}, ${`${login}@example.com`}, 'Test', 'User', ${options.active ?? true})`);
        await tx.rows(sql`insert into role (id, tenant_id, name) values (${role}, ${tenant}, ${name('role')})`);
        await tx.rows(
          sql`insert into role_permission (role_id, permission) select ${role}, unnest(${[...(options.permissions ?? [])]}::text[])`,
        );
        await tx.rows(sql`insert into account_role (account_id, role_id) values (${id}, ${role})`);
        await tx.rows(sql`insert into personal_access_token (id, account_id, name, hash) values (${newId()}, ${id}, 'test', ${hash})`);
        for (const [workspace, rights] of Object.entries(options.rights ?? {})) {
          await tx.rows(
            sql`insert into workspace_right (workspace_id, account_id, name) select ${workspace}, ${id}, unnest(${[...rights]}::text[])`,
          );
        }
      });
      return { id, tenant, login, token: secret };
    },

    administrator: async (): Promise<string> =>
      (await db.reader.only<{ id: string }>(sql`select id from account where login = 'admin' order by id limit 1`)).id,

    environment: async (options: { tenant?: string; name?: string } = {}): Promise<string> => {
      const id = newId();
      await db.writer.rows(sql`
        insert into environment (id, tenant_id, name)
        values (${id}, ${options.tenant ?? (await made.tenant())}, ${options.name ?? name('Environment')})`);
      return id;
    },

    /** Makes a workspace; by default a custom one of the administrator. */
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

    /** Makes a published artifact version without content in the blob store, for tasks that never run. */
    artifact: async (
      options: {
        workspace?: string;
        name?: string;
        version?: string;
        type?: string;
        parameters?: unknown[];
        layout?: 'inline' | 'millrace';
      } = {},
    ): Promise<{ id: string; versionId: string; version: string; name: string; workspace: string }> => {
      const workspace = options.workspace ?? (await made.workspace()).id;
      const one = {
        id: newId(),
        versionId: newId(),
        version: options.version ?? '1.0.0.20260101010000',
        name: options.name ?? name('Artifact'),
        workspace,
      };
      const hash = one.versionId.replaceAll('-', '').padEnd(64, '0');
      await db.transaction(async (tx) => {
        await tx.rows(sql`insert into blob (hash, key, size) values (${hash}, ${newId()}, 1)`);
        await tx.rows(sql`
          insert into artifact (id, tenant_id, workspace_id, name, type)
          select ${one.id}, tenant_id, id, ${one.name}, ${options.type ?? 'standard'}
          from workspace
          where id = ${workspace}`);
        await tx.rows(sql`
          insert into artifact_version (
            id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash)
          select ${one.versionId}, ${one.id}, ${one.version}, owner_id, 'admin', 'HUMAN', 'Test', ${json(options.parameters ?? [])},
                 ${options.layout ?? 'inline'}, ${hash}
          from workspace
          where id = ${workspace}`);
      });
      return one;
    },

    /** Makes a resource without content in the blob store, for tasks that never run. */
    resource: async (
      options: { workspace?: string; name?: string; description?: string; file?: boolean } = {},
    ): Promise<{ id: string; name: string; workspace: string; hash: string }> => {
      const workspace = options.workspace ?? (await made.workspace()).id;
      const id = newId();
      const one = { id, name: options.name ?? name('Resource'), workspace, hash: id.replaceAll('-', '').padEnd(64, '0') };
      await db.transaction(async (tx) => {
        await tx.rows(sql`insert into blob (hash, key, size) values (${one.hash}, ${newId()}, 1)`);
        await tx.rows(sql`
          insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
          select ${id}, tenant_id, id, ${one.name}, ${options.description ?? null}, ${options.file ?? true}, ${one.hash}
          from workspace
          where id = ${workspace}`);
      });
      return one;
    },

    /** Makes a task, by default with a run configuration for any engine of its environment. `configured: false` leaves it out. */
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

    /** Makes a plan with one step for each list of tasks. `handler` is the error handler of the last step. */
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
      const one = { id: newId(), workspace, name: options.name ?? name('Plan'), steps: steps.map(() => newId()) };
      await db.transaction(async (tx) => {
        await tx.rows(sql`
          insert into plan (id, tenant_id, workspace_id, name, author, author_type)
          select ${one.id}, tenant_id, id, ${one.name}, 'admin', 'HUMAN'
          from workspace
          where id = ${workspace}`);
        for (const [position, tasks] of steps.entries()) {
          const step = one.steps[position];
          const last = position === steps.length - 1;
          await tx.rows(sql`
            insert into plan_step (id, plan_id, position, name, condition)
            values (${step}, ${one.id}, ${position}, ${`Step ${position + 1}`}, 'ALL_SUCCEEDED')`);
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
      return one;
    },

    /** Makes an unbound schedule with triggers; by default one that fires each day at noon. */
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

    /** Makes a promotion that the assigned accounts may execute. */
    promotion: async (
      options: { source?: string; target?: string; assigned?: readonly string[] } = {},
    ): Promise<{ id: string; source: string; target: string }> => {
      const one = {
        id: newId(),
        source: options.source ?? (await made.environment()),
        target: options.target ?? (await made.environment()),
      };
      await db.transaction(async (tx) => {
        await tx.rows(sql`
          insert into promotion (id, tenant_id, source_environment_id, target_environment_id)
          select ${one.id}, tenant_id, ${one.source}, ${one.target}
          from environment
          where id = ${one.source}`);
        await tx.rows(sql`
          insert into promotion_account (promotion_id, account_id)
          select ${one.id}, unnest(${[...(options.assigned ?? [])]}::uuid[])`);
      });
      return one;
    },

    ...engineMakers(platform, {
      name,
      tenant: (): Promise<string> => made.tenant(),
      environment: (options?: { tenant?: string }): Promise<string> => made.environment(options),
    }),
  };
  return made;
}
