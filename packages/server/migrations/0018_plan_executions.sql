-- A run of a plan. What it runs is copied here when it is accepted, so that later edits do not reach into it. The plan has no foreign key: history
-- outlives it. Tenant and environment have none either: the workspace implies them.
create table plan_execution (
  id uuid primary key,
  tenant_id uuid not null,
  environment_id uuid not null,
  workspace_id uuid not null references workspace on delete cascade,
  plan_id uuid not null,
  plan_name text not null,
  steps jsonb not null,
  -- The plans to which error handlers lead, by their ids.
  handlers jsonb not null,
  -- All tasks that it may run, those of error handlers included: they stay while it is not finished.
  task_ids uuid[] not null,
  planned_count integer not null,
  -- Whether the plan forbids another one at the same time.
  alone boolean not null,
  execution_type text not null,
  api_version text,
  account_id uuid not null,
  user_type text not null,
  -- The error handler that started it. No foreign key: it may lie in a workspace that is deleted before.
  parent_step_id uuid,
  -- The execution that it repeats, and the step of that one with which it begins. No foreign keys: they say what was, and are never joined.
  rerun_of uuid,
  rerun_step_id uuid,
  rerun_only_failed boolean not null default false,
  status text not null default 'STARTED',
  misfired_reason text,
  error_message text,
  started_at timestamptz not null default now(),
  -- When somebody asked for its end.
  ending_at timestamptz,
  finished_at timestamptz,
  constraint plan_execution_status check (
    status in ('STARTED', 'EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_MISFIRED', 'EXECUTION_TERMINATED')
  ),
  constraint plan_execution_finished check ((status = 'STARTED') = (finished_at is null)),
  constraint plan_execution_misfired check ((status = 'EXECUTION_MISFIRED') = (misfired_reason is not null))
);
create index plan_execution_unfinished on plan_execution (id) where finished_at is null;
create index plan_execution_open on plan_execution (plan_id, started_at) where finished_at is null;
-- One unfinished execution of a plan that forbids parallel ones, whatever two starts do at the same moment.
create unique index plan_execution_alone on plan_execution (plan_id) where alone and finished_at is null;
create index plan_execution_of_parent on plan_execution (parent_step_id) where parent_step_id is not null;
create index plan_execution_of_workspace on plan_execution (workspace_id, started_at desc, id desc);
create index plan_execution_of_plan on plan_execution (plan_id, started_at desc, id desc);
create index plan_execution_of_environment on plan_execution (environment_id, started_at desc, id desc);
create index plan_execution_of_tenant on plan_execution (tenant_id, started_at desc, id desc);

-- A step that has begun, or its error handler. At most one of an execution is not finished.
create table plan_step_execution (
  id uuid primary key,
  plan_execution_id uuid not null references plan_execution on delete cascade,
  position integer not null,
  on_failure boolean not null,
  step_id uuid not null,
  name text not null,
  condition text not null,
  planned_count integer not null,
  status text not null default 'STARTED',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint plan_step_execution_once unique (plan_execution_id, position, on_failure),
  constraint plan_step_execution_status check (status in ('STARTED', 'EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED')),
  constraint plan_step_execution_finished check ((status = 'STARTED') = (finished_at is null))
);
create unique index plan_step_execution_current on plan_step_execution (plan_execution_id) where finished_at is null;

-- No foreign keys: the plan may lie in another workspace, which is deleted before.
alter table task_execution
  add column plan_execution_id uuid,
  add column plan_step_execution_id uuid;
create index task_execution_of_step on task_execution (plan_step_execution_id) where plan_step_execution_id is not null;
alter table live_execution
  add column plan_step_execution_id uuid;
create index live_execution_of_step on live_execution (plan_step_execution_id) where plan_step_execution_id is not null;
