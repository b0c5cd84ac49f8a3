-- What pauses a task: who, when and why; all null while it is not paused. The login outlives its account.
alter table task
  add column paused_at timestamptz,
  add column paused_by text,
  add column paused_by_type text,
  add column pause_context text,
  add constraint task_pause check ((paused_at is null) = (paused_by is null));

create index task_by_tag on task using gin (tags);

create table task_dynamic_engine_run_config (
  task_id uuid primary key references task on delete cascade,
  trigger_type text not null,
  parallel_execution_allowed boolean not null,
  log_level text not null,
  timeout_minutes integer,
  lineage boolean not null,
  updated_at timestamptz not null default now()
);

create table project (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  technical_label text not null,
  description text,
  url text not null,
  author text not null,
  owner_id uuid not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint project_name_once unique (tenant_id, name)
);
create index project_of_owner on project (owner_id);

create table project_user (
  project_id uuid not null references project on delete cascade,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  constraint project_user_once primary key (project_id, account_id)
);
create index project_user_of_account on project_user (account_id);
