create table task (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  description text,
  version integer not null default 1,
  artifact_version_id uuid not null references artifact_version,
  tags text[] not null default '{}',
  parameters jsonb not null default '{}',
  connections jsonb not null default '{}',
  resources jsonb not null default '{}',
  auto_upgradable boolean not null default false,
  override_with_default_parameters boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint task_name_once unique (workspace_id, name)
);
create index task_of_artifact_version on task (artifact_version_id);
create index task_of_tenant on task (tenant_id);

create table task_run_config (
  task_id uuid primary key references task on delete cascade,
  trigger_type text not null,
  runtime_type text not null,
  engine_id uuid references engine,
  run_profile_id text,
  parallel_execution_allowed boolean not null,
  log_level text not null,
  timeout_minutes integer,
  updated_at timestamptz not null default now(),
  constraint task_run_config_engine check ((runtime_type = 'REMOTE_ENGINE') = (engine_id is not null))
);
create index task_run_config_of_engine on task_run_config (engine_id);
