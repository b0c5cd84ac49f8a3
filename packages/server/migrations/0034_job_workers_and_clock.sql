-- What runs jobs, by the name under which it locks them, with a number that it counts up for as long as it lives. A number and not a time: a clock that
-- is set must not make the dead look alive, or the living dead.
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
