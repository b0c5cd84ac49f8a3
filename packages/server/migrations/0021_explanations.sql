-- What explains an execution later: when an engine took it, when its lease ended, the exit code; and how many executions an engine carries at once,
-- as it says in its beats.
alter table live_execution add column claimed_at timestamptz;
alter table task_execution
  add column claimed_at timestamptz,
  add column lease_ended_at timestamptz,
  add column exit_code integer;
alter table engine add column capacity integer;
