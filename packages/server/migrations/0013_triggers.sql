-- What starts a task or plan lies beside it, not in its run configurations: both show the same trigger.
alter table task_run_config drop column trigger_type;
alter table task_dynamic_engine_run_config drop column trigger_type;

-- The single trigger of a task or plan that fires when its url is called.
create table webhook_trigger (
  id uuid primary key,
  task_id uuid references task on delete cascade,
  plan_id uuid references plan on delete cascade,
  name text not null,
  description text,
  -- How many calls make one execution at most, and how many milliseconds are waited for them.
  trigger_calls bigint,
  trigger_timeout bigint,
  run_as_id uuid not null references account,
  execution_timeout_minutes integer,
  -- Calls are recognised by the hash; holders of EXECUTE see the secret again.
  secret_hash bytea not null,
  secret bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_trigger_task_once unique (task_id),
  constraint webhook_trigger_plan_once unique (plan_id),
  constraint webhook_trigger_owner check (num_nonnulls(task_id, plan_id) = 1),
  constraint webhook_trigger_secret_once unique (secret_hash)
);
create index webhook_trigger_of_run_as on webhook_trigger (run_as_id);
