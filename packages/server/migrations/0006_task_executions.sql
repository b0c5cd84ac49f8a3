-- A run of a task. What the run needs is copied here when it is accepted, so that later changes of the task do not reach into it.
-- The task has no foreign key: history outlives it. Tenant and environment have none either: the workspace implies them, and each key would lock
-- one more row that all starts share.
create table task_execution (
  id uuid primary key,
  tenant_id uuid not null,
  environment_id uuid not null,
  workspace_id uuid not null references workspace on delete cascade,
  task_id uuid not null,
  task_name text not null,
  task_version integer not null,
  tags text[] not null,
  artifact_name text not null,
  artifact_version text not null,
  layout text not null,
  blob_hash text not null,
  parameters jsonb not null,
  log_level text not null,
  timeout_minutes integer,
  parallel_execution_allowed boolean not null,
  execution_type text not null,
  api_version text,
  account_id uuid not null,
  user_type text not null,
  runtime_type text not null,
  wanted_engine_id uuid,
  run_profile_id text,
  status text not null default 'EXECUTION_EVENT_RECEIVED',
  engine_id uuid,
  engine_runtime_id uuid,
  fence bigint not null default 0,
  lease_expires_at timestamptz,
  triggered_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  processed_rows bigint,
  rejected_rows bigint,
  log_lines bigint not null default 0,
  error_type text,
  error_message text,
  misfired_reason text,
  constraint task_execution_status check (status in (
    'EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION', 'EXECUTION_TERMINATED',
    'EXECUTION_TERMINATED_TIMEOUT', 'DEPLOY_FAILED', 'EXECUTION_FAILED', 'EXECUTION_REJECTED', 'EXECUTION_SUCCESS', 'EXECUTION_TERMINATED_SHUTDOWN'
  )),
  constraint task_execution_held check (
    (status in ('DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION')) = (lease_expires_at is not null)
  )
);
-- Waiting work of an environment, oldest first: ids rise with time.
create index task_execution_waiting on task_execution (environment_id, id) where status = 'EXECUTION_EVENT_RECEIVED';
create index task_execution_leases on task_execution (lease_expires_at) where lease_expires_at is not null;
create index task_execution_held_by on task_execution (engine_id) where lease_expires_at is not null;
create index task_execution_of_workspace on task_execution (workspace_id, triggered_at desc, id desc);
create index task_execution_of_task on task_execution (task_id, triggered_at desc, id desc);
create index task_execution_of_environment on task_execution (environment_id, triggered_at desc, id desc);
create index task_execution_of_tenant on task_execution (tenant_id, triggered_at desc, id desc);

create table execution_log_line (
  execution_id uuid not null references task_execution on delete cascade,
  index bigint not null,
  logged_at timestamptz not null,
  severity text not null,
  type text not null,
  message text not null,
  primary key (execution_id, index)
);
