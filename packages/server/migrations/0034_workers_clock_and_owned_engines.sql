-- What runs jobs, by the name under which it locks them, with a number that it counts up for as long as it lives. It is a number and not a time, so that a
-- clock that is set makes no worker look gone, and none look alive.
create table job_worker (
  worker_id text not null,
  beat bigint not null,
  constraint job_worker_pkey primary key (worker_id)
) with (fillfactor = 50);

-- The latest moment that the clock of the database has shown: when it shows an earlier one, it was set back.
create table database_clock (
  id integer not null default 1,
  seen_at timestamptz not null,
  constraint database_clock_pkey primary key (id),
  constraint database_clock_once check (id = 1)
) with (fillfactor = 50);
insert into database_clock (seen_at) values (now());

-- A promotion takes a moment, and the clock may be set back meanwhile.
alter table promotion_execution
  alter column finished_at set default greatest(now(), clock_timestamp());

-- An engine or a cluster that belongs to a workspace carries out its executions only, so a claim asks each execution for its workspace. A process of the
-- release before leaves it out of what it accepts.
alter table live_execution
  add column workspace_id uuid;
update live_execution l
set workspace_id = x.workspace_id
from task_execution x
where x.id = l.execution_id;

-- With its workspace gone an engine would be there for all others: the workspace stays while one belongs to it. No action and not restrict, because an
-- environment is deleted with its workspaces and clusters at once.
alter table engine
  drop constraint engine_workspace_id_fkey,
  add constraint engine_workspace_id_fkey foreign key (workspace_id) references workspace;
alter table engine_cluster
  drop constraint engine_cluster_workspace_id_fkey,
  add constraint engine_cluster_workspace_id_fkey foreign key (workspace_id) references workspace;
