-- Calls of a webhook that make one execution together. The row goes in the transaction that adds the execution, which gets its id: so there is one
-- for each window. What the execution needs of the trigger is copied, because the trigger may be changed or removed while the window is open.
create table webhook_window (
  id uuid primary key,
  -- The trigger of which it takes further calls; null when it takes none.
  webhook_trigger_id uuid references webhook_trigger on delete set null,
  task_id uuid references task on delete cascade,
  plan_id uuid references plan on delete cascade,
  run_as_id uuid not null references account,
  execution_timeout_minutes integer,
  calls integer not null,
  bytes bigint not null,
  opened_at timestamptz not null default now(),
  closes_at timestamptz not null,
  constraint webhook_window_open_once unique (webhook_trigger_id),
  constraint webhook_window_owner check (num_nonnulls(task_id, plan_id) = 1)
);
create index webhook_window_due on webhook_window (closes_at, id);
create index webhook_window_of_task on webhook_window (task_id) where task_id is not null;
create index webhook_window_of_plan on webhook_window (plan_id) where plan_id is not null;
create index webhook_window_of_run_as on webhook_window (run_as_id);

-- A call that was answered and is not handed to an execution yet: its place among the calls of its window, and the item of the payload as JSON.
create table webhook_call (
  window_id uuid not null references webhook_window on delete cascade,
  position integer not null,
  item text not null,
  received_at timestamptz not null default now(),
  constraint webhook_call_place primary key (window_id, position)
);
