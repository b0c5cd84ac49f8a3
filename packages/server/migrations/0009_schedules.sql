create table schedule (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  description text,
  -- What the schedule runs: a task or a plan; neither while it is an orphan. Either one has one schedule at most.
  task_id uuid references task on delete set null,
  plan_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint schedule_task_once unique (task_id),
  constraint schedule_plan_once unique (plan_id),
  constraint schedule_executable check (task_id is null or plan_id is null)
);
create index schedule_of_environment on schedule (environment_id);
create index schedule_of_tenant on schedule (tenant_id);

create table schedule_trigger (
  id uuid primary key,
  schedule_id uuid not null references schedule on delete cascade,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint schedule_trigger_name_once unique (schedule_id, name)
);
