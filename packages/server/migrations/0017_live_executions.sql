-- What is not finished yet. The history (task_execution) is written when an execution is accepted and when it ends; what happens between is written
-- here, in a table that stays as small as the work in hand and whose rows are narrow. No foreign key: a row is deleted by the statement that ends
-- its execution, and places with unfinished work are not deleted.
create table live_execution (
  execution_id uuid primary key,
  environment_id uuid not null,
  task_id uuid not null,
  -- Who may take it: an engine by its own id, any engine of an environment by the id of the environment.
  target_id uuid not null,
  -- Whether it forbids another one of its task at the same time.
  alone boolean not null,
  status text not null default 'EXECUTION_EVENT_RECEIVED',
  accepted_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  -- How often it was put off because its task was busy.
  attempts integer not null default 0,
  engine_id uuid,
  fence bigint not null default 0,
  lease_expires_at timestamptz,
  started_at timestamptz,
  constraint live_execution_status check (
    status in ('EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION')
  ),
  constraint live_execution_held check (
    (status = 'EXECUTION_EVENT_RECEIVED') = (engine_id is null) and (engine_id is null) = (lease_expires_at is null)
  )
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
        autovacuum_analyze_threshold = 10000);
create index live_execution_waiting on live_execution (target_id, available_at, execution_id) where engine_id is null;
create index live_execution_of_task on live_execution (task_id);
-- One held execution for a task that forbids parallel ones, whatever two claims do at the same moment.
create unique index live_execution_alone on live_execution (task_id) where alone and engine_id is not null;

insert into live_execution (
  execution_id, environment_id, task_id, target_id, alone, status, accepted_at, available_at, engine_id, fence, lease_expires_at,
  started_at)
select id, environment_id, task_id, coalesce(wanted_engine_id, environment_id), false, status, triggered_at, triggered_at, engine_id, fence,
       lease_expires_at, started_at
from task_execution
where finished_at is null;

drop index task_execution_waiting;
drop index task_execution_leases;
drop index task_execution_held_by;
alter table task_execution
  drop constraint task_execution_held,
  drop constraint task_execution_status,
  drop column fence,
  drop column lease_expires_at,
  drop column log_lines,
  alter column status drop not null,
  alter column status drop default;
alter table task_execution rename column status to outcome;
update task_execution
set outcome = null,
    engine_id = null,
    engine_runtime_id = null,
    started_at = null
where finished_at is null;
alter table task_execution
  set (fillfactor = 75),
  add constraint task_execution_outcome check (outcome in (
    'EXECUTION_TERMINATED', 'EXECUTION_TERMINATED_TIMEOUT', 'DEPLOY_FAILED', 'EXECUTION_FAILED', 'EXECUTION_REJECTED', 'EXECUTION_SUCCESS',
    'EXECUTION_TERMINATED_SHUTDOWN'
  )),
  add constraint task_execution_finished check ((outcome is null) = (finished_at is null));
