-- What runs have read and written, by OpenLineage names (ADR 68). In partitions of a month along the ids of the executions, as the history is (ADR 18).
create table run_dataset (
  execution_id uuid not null,
  is_output boolean not null,
  -- A digest of namespace and name.
  digest text not null,
  tenant_id uuid not null,
  task_id uuid not null,
  namespace text not null,
  name text not null,
  -- Whether the use of the dataset is counted.
  is_counted boolean not null default false,
  constraint run_dataset_pkey primary key (execution_id, is_output, digest)
) partition by range (execution_id);
create index run_dataset_of_name on run_dataset (tenant_id, digest, execution_id);
create index run_dataset_of_task on run_dataset (task_id, execution_id);
create table run_dataset_default partition of run_dataset default;

-- The semantic type that a person has chosen for a column; a crawl keeps it.
alter table dataset_column add column chosen_type text;
