create table engine_cluster (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  workspace_id uuid references workspace on delete set null,
  runtime_id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint engine_cluster_name_once unique (environment_id, name)
);
create index engine_cluster_of_tenant on engine_cluster (tenant_id);
create index engine_cluster_of_workspace on engine_cluster (workspace_id);

alter table engine
  add column run_profile_types text[] not null default '{JOB_SERVER}',
  add column cluster_id uuid references engine_cluster on delete set null;
create index engine_of_cluster on engine (cluster_id);

-- How a task's Java is started. It belongs to an engine, to a cluster, or, with neither, to all dynamic engines of its environment.
create table run_profile (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  engine_id uuid references engine on delete cascade,
  cluster_id uuid references engine_cluster on delete cascade,
  name text not null,
  description text,
  type text not null,
  jvm_arguments text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint run_profile_runtime check (num_nonnulls(engine_id, cluster_id) <= 1),
  constraint run_profile_name_once unique nulls not distinct (environment_id, engine_id, cluster_id, name)
);
create index run_profile_of_tenant on run_profile (tenant_id);
create index run_profile_of_engine on run_profile (engine_id);
create index run_profile_of_cluster on run_profile (cluster_id);

-- The column was always null until now. No cascade: a cluster or run profile in use stays. Checked at commit, because the deletion of an environment
-- takes both sides, and takes the clusters first.
alter table task_run_config
  alter column run_profile_id type uuid using run_profile_id::uuid,
  add constraint task_run_config_run_profile_id_fkey foreign key (run_profile_id) references run_profile deferrable initially deferred,
  add column cluster_id uuid references engine_cluster deferrable initially deferred,
  add constraint task_run_config_cluster check ((runtime_type = 'REMOTE_ENGINE_CLUSTER') = (cluster_id is not null));
create index task_run_config_of_cluster on task_run_config (cluster_id);
create index task_run_config_of_run_profile on task_run_config (run_profile_id);

alter table task_dynamic_engine_run_config
  add column run_profile_id uuid references run_profile deferrable initially deferred;
create index task_dynamic_engine_run_config_of_run_profile on task_dynamic_engine_run_config (run_profile_id);

-- What the run copies from its run configuration; the JVM arguments are those of the run profile at that moment.
alter table task_execution
  add column wanted_cluster_id uuid,
  add column jvm_arguments text[] not null default '{}';
