-- What the components of runs have done, as their bundles say it. Cut by month along the ids of the executions, as the history is (ADR 18); no foreign
-- key to it, because that would be asked at each drop.
create table component_metric (
  execution_id uuid not null,
  position integer not null,
  environment_id uuid not null,
  process_id text not null,
  job_name text not null,
  pid text not null,
  father_pid text not null,
  root_pid text not null,
  connector_type text not null,
  connector_label text not null,
  connector_id text not null,
  target_connector_type text,
  target_label text,
  target_id text,
  connection_type text,
  connection_name text,
  started_seconds double precision not null,
  rows_total bigint,
  duration_milliseconds double precision,
  stacktrace text,
  constraint component_metric_pkey primary key (execution_id, position)
) partition by range (execution_id);
create index component_metric_started on component_metric (environment_id, started_seconds, execution_id, position);
create table component_metric_default partition of component_metric default;
