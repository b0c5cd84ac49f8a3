-- Lists by name: pages and totals are read from an index that has all that a list goes by, and rows only for what a page shows. Small letters are in it
-- where there are many names to look through.
create index task_by_name on task (tenant_id, name, id, workspace_id, lower(name));
drop index task_of_tenant;
create index plan_by_name on plan (tenant_id, name, id) include (workspace_id);
drop index plan_of_tenant;
create index artifact_by_name on artifact (tenant_id, name, id) include (workspace_id);
create index connection_by_name on connection (tenant_id, name, id) include (workspace_id);
drop index connection_of_tenant;
create index resource_by_name on resource (tenant_id, name, id) include (workspace_id);
drop index resource_of_tenant;
create index schedule_in_order on schedule (tenant_id, id);
drop index schedule_of_tenant;

-- Few tasks run elsewhere than on any engine of their environment.
create index task_run_config_elsewhere on task_run_config (runtime_type, task_id) where runtime_type <> 'CLOUD';

-- Lists of plan executions go by their status, too. Its end changes indexes of a plan execution anyway, and a plan execution ends once.
drop index plan_execution_of_tenant;
create index plan_execution_of_tenant on plan_execution (tenant_id, started_at desc, id desc) include (status);
drop index plan_execution_of_workspace;
create index plan_execution_of_workspace on plan_execution (workspace_id, started_at desc, id desc) include (status);
drop index plan_execution_of_plan;
create index plan_execution_of_plan on plan_execution (plan_id, started_at desc, id desc) include (status);
-- Executions of an environment are those of its workspaces.
drop index plan_execution_of_environment;
drop index task_execution_of_environment;

-- How many executions of a day had which outcome, counted when the day is over and everything of it has ended: nothing changes that any more, so a list
-- need not count the same rows each time, and finds a page far back by days.
create table task_execution_counted_day (
  day date primary key,
  counted_at timestamptz not null default now()
);
create table task_execution_day (
  day date not null,
  tenant_id uuid not null,
  workspace_id uuid not null,
  -- Without either of them, all executions of the workspace; with a task, its own, where it ran often; with tags, those that had exactly these.
  task_id uuid,
  tags text[],
  outcome text not null,
  count integer not null,
  constraint task_execution_day_kind check (task_id is null or tags is null),
  constraint task_execution_day_workspace_id_fkey foreign key (workspace_id) references workspace on delete cascade
);
create index task_execution_day_of_workspace on task_execution_day (workspace_id);
create index task_execution_day_of_all on task_execution_day (day, tenant_id, workspace_id, outcome) include (count) where task_id is null and tags is null;
create index task_execution_day_by_tags on task_execution_day (day, tenant_id) where tags is not null;
create index task_execution_day_of_task on task_execution_day (task_id, day) where task_id is not null;

-- Where those lie that have tags: the counts say which tags there were on a day. More than 6 tags of the longest kind would not fit into an index.
create index task_execution_by_tags on task_execution (tags, triggered_at desc, id desc) include (tenant_id, workspace_id)
  where tags <> '{}' and cardinality(tags) <= 6;
