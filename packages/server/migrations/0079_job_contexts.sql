-- The contexts of a job archive, and the one that it runs with if nobody chooses one; empty and null for other bundles.
alter table artifact_version
  add column contexts text[] not null default '{}',
  add column context_name text;
-- The chosen context; null for that of the archive.
alter table task add column context_name text;
alter table task_run_config add column context_name text;
alter table task_dynamic_engine_run_config add column context_name text;
alter table task_execution add column context_name text;
