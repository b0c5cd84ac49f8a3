-- Counts of the executions of past hours, and the failures with their causes (ADR 110). The code of the last release neither reads nor writes them.

-- The hours whose executions are counted.
create table task_execution_counted_hour (
  hour timestamptz not null,
  constraint task_execution_counted_hour_pkey primary key (hour)
);

create table task_execution_hour (
  workspace_id uuid not null,
  hour timestamptz not null,
  of_plan boolean not null,
  -- Null: so many had not ended. Until they have, this hour of the workspace is not used, and afterwards it is counted again.
  outcome text,
  count integer not null,
  constraint task_execution_hour_workspace_id_fkey foreign key (workspace_id) references workspace (id) on delete cascade
);
create index task_execution_hour_of_workspace on task_execution_hour (workspace_id, hour) include (of_plan, outcome, count);
create index task_execution_hour_open on task_execution_hour (hour) where outcome is null;

-- The cause of a failure: equal for messages that differ only in numbers, ids, times and paths.
create function failure_cause(outcome text, error_type text, misfired_reason text, message text) returns uuid immutable parallel safe language sql as $$
  select md5(
    outcome || coalesce(' ' || error_type, '') || coalesce(' ' || misfired_reason, '') || e'\n'
    || coalesce(left(regexp_replace(
      left(message, 1000),
      '\(and \d+ more errors?\)|(?<![\w/])(?:[A-Za-z]:)?(?:[\\/][\w.@~+%#=-]+){2,}[\\/]?|\m[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\M|\m(?=[a-fA-F]*\d)[0-9a-fA-F]{8,}\M|@[0-9a-f]{5,8}\M|\d+(?:[-.:,/T]\d+)*Z?',
      '#', 'g'), 300), ''))::uuid
$$;

-- No foreign keys: an execution goes with its partition, and the check of the workspace would add locks to the statements that end executions.
create table task_failure (
  execution_id uuid not null,
  workspace_id uuid not null,
  task_id uuid not null,
  cause uuid not null,
  triggered_at timestamptz not null,
  constraint task_failure_pkey primary key (execution_id)
);
create index task_failure_of_workspace on task_failure (workspace_id, triggered_at desc) include (cause, task_id, execution_id);
create index task_failure_of_cause on task_failure (cause, triggered_at desc) include (workspace_id, task_id, execution_id);

-- A trigger, because several statements end executions, and so do servers of the last release during an upgrade.
create function keep_failure() returns trigger language plpgsql as $$
begin
  insert into task_failure (execution_id, workspace_id, task_id, cause, triggered_at)
  values (
    new.id, new.workspace_id, new.task_id, failure_cause(new.outcome, new.error_type, new.misfired_reason, new.error_message), new.triggered_at)
  on conflict do nothing;
  return null;
end $$;
create trigger task_execution_failure after insert or update of outcome on task_execution
  for each row
  when (new.outcome in ('EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT', 'DEPLOY_FAILED'))
  execute function keep_failure();

create or replace function drop_log_of_deleted() returns trigger language plpgsql as $$
begin
  delete from log_chunk where execution_id in (select id from gone);
  delete from task_failure where execution_id in (select id from gone);
  return null;
end $$;
