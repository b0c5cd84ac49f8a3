-- Retries of task executions (ADR 71).

-- The attempts, the pause before each further one, and the outcomes after which there is one; null: none.
alter table task_run_config add column retry jsonb;

alter table task_execution
  -- As the run configuration had it at the start of the first attempt.
  add column retry jsonb,
  -- From 1.
  add column attempt smallint not null default 1,
  -- The first attempt; null for itself.
  add column first_id uuid,
  -- The next attempt, which the end of this one has added.
  add column retried_as uuid;
