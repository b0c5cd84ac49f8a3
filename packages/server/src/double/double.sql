-- What the local double adds to its own database, before the migrations. Functions of the schema public hide those of PostgreSQL with the same
-- name, because the search path of the database names public first: statements, defaults of columns and the functions of the job queue then read
-- the clock of the double.
create schema double;

create table double.clock (
  id integer primary key default 1,
  base timestamptz not null,
  machine_at timestamptz not null,
  is_frozen boolean not null,
  constraint clock_once check (id = 1)
);

insert into double.clock (base, machine_at, is_frozen)
select moment, moment, false
from date_trunc('milliseconds', pg_catalog.clock_timestamp()) as moment;

create function public.now() returns timestamptz stable language sql as $$
  select case when is_frozen then base else base + (pg_catalog.now() - machine_at) end
  from double.clock
$$;

create function public.clock_timestamp() returns timestamptz volatile language sql as $$
  select case when is_frozen then base else base + (pg_catalog.clock_timestamp() - machine_at) end
  from double.clock
$$;

-- Moments that belong to the machinery of the server: they prove that a process or an engine lives, and move with the clock.
create table double.machinery (
  place text not null,
  columns text[] not null
);

insert into double.machinery (place, columns)
values
  ('api_presence', '{since,seen_at}'),
  ('dynamic_engine', '{reported_at,live_since,credential_expires_at}'),
  ('engine', '{last_beat_at,credential_expires_at,next_credential_expires_at}'),
  ('live_execution', '{lease_expires_at}'),
  ('webhook_endpoint', '{lease_expires_at}'),
  ('webhook_listener', '{expires_at}');

create function double.move_machinery(by interval) returns void language plpgsql as $$
declare
  part record;
begin
  -- A statement that wrote the old time would otherwise commit after the move.
  execute (select 'lock table ' || string_agg(place, ', ' order by place) || ' in exclusive mode' from double.machinery);
  for part in
    select place, string_agg(format('%1$I = %1$I + $1', name), ', ') as moments
    from double.machinery
    cross join unnest(columns) as name
    group by place
    order by place
  loop
    execute format('update %I set %s', part.place, part.moments) using by;
  end loop;
end
$$;

-- Sets the clock; the row says from which moment it goes on.
create function double.set_clock(moment timestamptz, frozen boolean) returns setof double.clock language plpgsql as $$
begin
  -- The clock gives way to the statements of the server where they lock each other.
  perform set_config('deadlock_timeout', '20ms', true);
  perform double.move_machinery(moment - public.clock_timestamp());
  return query
    update double.clock
    set base = moment,
        machine_at = date_trunc('milliseconds', pg_catalog.clock_timestamp()),
        is_frozen = frozen
    returning *;
end
$$;

-- Snapshots.
create table double.snapshot (
  name text primary key,
  moment timestamptz not null,
  is_frozen boolean not null,
  requests bigint not null
);

-- The rows of snapshots, as the text of their table's row type. Tables of their own would take several times as long to create.
create unlogged table double.copied_row (
  snapshot text not null,
  place text not null,
  content text not null
);

create index copied_row_by_place on double.copied_row (snapshot, place);

-- The tables whose rows belong to a snapshot. The others say which processes run and which migrations were applied.
create view double.kept as
select c.oid::regclass::text as place,
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
       string_agg('(whole).' || quote_ident(a.attname), ', ' order by a.attnum) as fields
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid
where (n.nspname = 'public' and c.relname not in ('api_presence', 'job_worker', 'schema_migration')
       or n.nspname = 'graphile_worker' and c.relname in ('_private_jobs', '_private_job_queues'))
  and c.relkind in ('r', 'p')
  and not c.relispartition
  and a.attnum > 0
  and not a.attisdropped
  and a.attgenerated = ''
group by c.oid;

create function double.forget(wanted text) returns boolean language plpgsql as $$
begin
  delete from double.copied_row where snapshot = wanted;
  delete from double.snapshot where name = wanted;
  return found;
end
$$;

create function double.take(wanted text, requested bigint) returns void language plpgsql as $$
declare
  part record;
begin
  perform double.forget(wanted);
  perform set_config('deadlock_timeout', '20ms', true);
  -- All rows of one moment.
  execute (select 'lock table ' || string_agg(place, ', ' order by place) || ' in share mode' from double.kept);
  for part in select * from double.kept loop
    execute format('insert into double.copied_row (snapshot, place, content) select $1, $2, t::text from %s t', part.place)
      using wanted, part.place;
  end loop;
  insert into double.snapshot (name, moment, is_frozen, requests)
  select wanted, date_trunc('milliseconds', public.clock_timestamp()), is_frozen, requested
  from double.clock;
end
$$;

-- Makes all rows those of a snapshot, and sets the clock back to it.
create function double.reset(wanted text) returns setof double.clock language plpgsql as $$
declare
  part record;
  is_filled boolean;
  known double.snapshot;
begin
  select * into strict known from double.snapshot where name = wanted;
  perform set_config('deadlock_timeout', '20ms', true);
  -- No triggers: foreign keys hold again when all tables are filled, and no job of the queue is new.
  perform set_config('session_replication_role', 'replica', true);
  execute (select 'lock table ' || string_agg(place, ', ' order by place) || ' in share row exclusive mode' from double.kept);
  for part in select * from double.kept loop
    execute format('select exists (select from %s)', part.place) into is_filled;
    if is_filled then
      execute format('delete from %s', part.place);
    end if;
    if exists (select from double.copied_row where snapshot = wanted and copied_row.place = part.place) then
      -- Without the offset the text would be read again for each column.
      execute format(
        'insert into %1$s (%2$s) overriding system value select %3$s from ('
        'select content::%1$s as whole from double.copied_row where snapshot = $1 and place = $2 offset 0) r',
        part.place, part.columns, part.fields) using wanted, part.place;
    end if;
  end loop;
  -- The worker that had a job at the time of the snapshot does not know it any more.
  execute 'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null';
  execute 'update api_presence set since = since + $1, seen_at = seen_at + $1' using known.moment - public.clock_timestamp();
  return query
    update double.clock
    set base = known.moment,
        machine_at = date_trunc('milliseconds', pg_catalog.clock_timestamp()),
        is_frozen = known.is_frozen
    returning *;
end
$$;
