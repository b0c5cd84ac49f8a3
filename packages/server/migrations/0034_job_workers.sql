-- What runs jobs, by the name under which it locks them, with a number that it counts up for as long as it lives. A number and not a time: a clock that
-- is set must not make the dead look alive, or the living dead.
create table job_worker (
  worker_id text not null,
  beat bigint not null,
  constraint job_worker_pkey primary key (worker_id)
) with (fillfactor = 50);
