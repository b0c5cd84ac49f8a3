-- The additions of the local double to its own database, applied before the migrations. Functions of the schema public hide those of PostgreSQL with
-- the same name, because the search path of the database names public first: statements, defaults of columns and the functions of the job queue then
-- read the clock of the double.
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

-- Columns with times of leases, heartbeats and the like, which the server writes for itself. They move with the clock.
create table double.server_time (
  table_name text not null,
  columns text[] not null
);

insert into double.server_time (table_name, columns)
values
  ('api_presence', '{since,seen_at}'),
  ('dynamic_engine', '{reported_at,live_since,credential_expires_at}'),
  ('engine', '{last_beat_at,credential_expires_at,next_credential_expires_at}'),
  ('live_execution', '{lease_expires_at}'),
  ('webhook_endpoint', '{lease_expires_at}'),
  ('webhook_listener', '{expires_at}');

create function double.move_server_times(by interval) returns void language plpgsql as $$
declare
  part record;
begin
  -- A statement that wrote the old time would otherwise commit after the move.
  execute (select 'lock table ' || string_agg(table_name, ', ' order by table_name) || ' in exclusive mode' from double.server_time);
  for part in
    select table_name, string_agg(format('%1$I = %1$I + $1', name), ', ') as moments
    from double.server_time
    cross join unnest(columns) as name
    group by table_name
    order by table_name
  loop
    execute format('update %I set %s', part.table_name, part.moments) using by;
  end loop;
end
$$;

-- Sets the clock; the row has the moment from which it continues.
create function double.set_clock(moment timestamptz, frozen boolean) returns setof double.clock language plpgsql as $$
begin
  -- The clock gives way to the statements of the server where they lock each other.
  perform set_config('deadlock_timeout', '20ms', true);
  perform double.move_server_times(moment - public.clock_timestamp());
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
  table_name text not null,
  content text not null
);

create index copied_row_by_table on double.copied_row (snapshot, table_name);

-- The tables whose rows belong to a snapshot. The others say which processes run and which migrations were applied.
create view double.kept as
select c.oid::regclass::text as table_name,
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
  execute (select 'lock table ' || string_agg(table_name, ', ' order by table_name) || ' in share mode' from double.kept);
  for part in select * from double.kept loop
    execute format('insert into double.copied_row (snapshot, table_name, content) select $1, $2, t::text from %s t', part.table_name)
      using wanted, part.table_name;
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
  execute (select 'lock table ' || string_agg(table_name, ', ' order by table_name) || ' in share row exclusive mode' from double.kept);
  for part in select * from double.kept loop
    execute format('select exists (select from %s)', part.table_name) into is_filled;
    if is_filled then
      execute format('delete from %s', part.table_name);
    end if;
    if exists (select from double.copied_row where snapshot = wanted and copied_row.table_name = part.table_name) then
      -- Without the offset the text would be read again for each column.
      execute format(
        'insert into %1$s (%2$s) overriding system value select %3$s from ('
        'select content::%1$s as whole from double.copied_row where snapshot = $1 and table_name = $2 offset 0) r',
        part.table_name, part.columns, part.fields) using wanted, part.table_name;
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
