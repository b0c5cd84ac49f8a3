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
