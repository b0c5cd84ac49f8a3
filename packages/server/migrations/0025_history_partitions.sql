-- The history is cut by month (ADR 18). What is there already is not written again: the table as it was becomes the partition up to the end of this
-- month, under the name that `core/partitions.ts` gives to that; from then on each month has one of its own.

-- What a run keeps of its artifact beside name and version; runs of before do not say it.
alter table task_execution add column artifact_id uuid;
alter table if exists execution_log_line drop constraint if exists execution_log_line_execution_id_fkey;

do $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  next_month timestamptz := (this_month + interval '1 month') at time zone 'UTC';
  -- The smallest id of version 7 that can be made at that moment.
  bound uuid := (lpad(to_hex((extract(epoch from next_month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  first text := 'task_execution_' || to_char(this_month, 'YYYY_MM');
  name text;
begin
  execute format('alter table task_execution rename to %I', first);
  execute format('alter table %I rename constraint task_execution_pkey to %I', first, first || '_pkey');
  foreach name in array array['of_workspace', 'of_task', 'of_environment', 'of_tenant', 'of_step'] loop
    execute format('alter index %I rename to %I', 'task_execution_' || name, first || '_' || name);
  end loop;

  execute format(
    'create table task_execution (
       like %I including defaults including constraints,
       constraint task_execution_pkey primary key (id),
       constraint task_execution_workspace_id_fkey foreign key (workspace_id) references workspace on delete cascade
     ) partition by range (id)', first);
  create index task_execution_of_workspace on task_execution (workspace_id, triggered_at desc, id desc);
  create index task_execution_of_task on task_execution (task_id, triggered_at desc, id desc);
  create index task_execution_of_environment on task_execution (environment_id, triggered_at desc, id desc);
  create index task_execution_of_tenant on task_execution (tenant_id, triggered_at desc, id desc);
  create index task_execution_of_step on task_execution (plan_step_execution_id) where plan_step_execution_id is not null;

  -- By how and when executions end, for ranges of pages: the one kind of index under which an update that ends one stays in its page (ADR 18).
  create index task_execution_ended on task_execution using brin (finished_at) with (autosummarize = on);
  create index task_execution_outcomes on task_execution using brin (outcome text_bloom_ops) with (pages_per_range = 16, autosummarize = on);

  -- Ids that say no time, or one to come.
  create table task_execution_default partition of task_execution default with (fillfactor = 75);
  execute format(
    'with odd as (
       delete from %I
       where id >= %L
       returning *
     )
     insert into task_execution_default
     select odd.*
     from odd', first, bound);
  execute format(
    'alter table task_execution attach partition %I for values from (%L) to (%L)', first, '00000000-0000-0000-0000-000000000000', bound);
end $$;

create index plan_execution_ended on plan_execution (environment_id, finished_at desc, started_at, id);
