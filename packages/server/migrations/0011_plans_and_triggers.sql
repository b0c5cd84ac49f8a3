create table plan (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  description text,
  -- The login outlives its account.
  author text not null,
  author_type text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paused_at timestamptz,
  paused_by text,
  paused_by_type text,
  pause_context text,
  constraint plan_name_once unique (workspace_id, name),
  constraint plan_pause check ((paused_at is null) = (paused_by is null))
);
create index plan_of_tenant on plan (tenant_id);

create table plan_step (
  id uuid primary key,
  plan_id uuid not null references plan on delete cascade,
  position integer not null,
  name text not null,
  condition text not null,
  note text,
  constraint plan_step_place unique (plan_id, position),
  constraint plan_step_condition check (condition in ('ALL_SUCCEEDED', 'AT_LEAST_ONE_SUCCEEDED', 'ALWAYS_PROCEED_ON'))
);

-- What a step runs, and what its error handler runs. No cascade from what is run: a task or plan in use stays.
create table plan_step_task (
  step_id uuid not null references plan_step on delete cascade,
  on_failure boolean not null,
  position integer not null,
  task_id uuid not null references task,
  constraint plan_step_task_pkey primary key (step_id, on_failure, position),
  constraint plan_step_task_once unique (step_id, on_failure, task_id)
);
create index plan_step_task_of_task on plan_step_task (task_id);

create table plan_step_plan (
  step_id uuid not null references plan_step on delete cascade,
  position integer not null,
  plan_id uuid not null references plan,
  constraint plan_step_plan_pkey primary key (step_id, position),
  constraint plan_step_plan_once unique (step_id, plan_id)
);
create index plan_step_plan_of_plan on plan_step_plan (plan_id);

create table plan_run_config (
  plan_id uuid primary key references plan on delete cascade,
  parallel_execution_allowed boolean not null,
  updated_at timestamptz not null default now()
);

alter table schedule
  add constraint schedule_plan_id_fkey foreign key (plan_id) references plan on delete set null;

-- One table for whatever fires by the clock: the triggers of a schedule, and the one of a task or plan that has no schedule.
alter table schedule_trigger rename to time_trigger;
alter table time_trigger rename constraint schedule_trigger_pkey to time_trigger_pkey;
alter table time_trigger rename constraint schedule_trigger_schedule_id_fkey to time_trigger_schedule_id_fkey;
alter table time_trigger rename constraint schedule_trigger_name_once to time_trigger_name_once;
alter table time_trigger
  alter column schedule_id drop not null,
  add column task_id uuid references task on delete cascade,
  add column plan_id uuid references plan on delete cascade,
  add constraint time_trigger_task_once unique (task_id),
  add constraint time_trigger_plan_once unique (plan_id),
  add constraint time_trigger_owner check (num_nonnulls(schedule_id, task_id, plan_id) = 1);
