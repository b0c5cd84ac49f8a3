-- The retry of the run configuration for dynamic engines, as that of the other one (ADR 71).
alter table task_dynamic_engine_run_config add column retry jsonb;
