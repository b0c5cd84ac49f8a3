-- When a trigger is due next; null while its schedule is an orphan, and after its last instant. In whose name it starts: of who set or bound it.
alter table time_trigger
  add column next_at timestamptz,
  add column set_by_id uuid,
  add column set_by_type text,
  add constraint time_trigger_armed check (next_at is null or set_by_id is not null and set_by_type is not null);
create index time_trigger_due on time_trigger (next_at) where next_at is not null;

-- What became of each due instant: exactly one row, because the pair is the key. No foreign keys: it outlives its trigger.
create table fired_instant (
  trigger_id uuid not null,
  due_at timestamptz not null,
  execution_id uuid not null,
  fired_at timestamptz not null default now(),
  constraint fired_instant_once primary key (trigger_id, due_at)
);
create index fired_instant_of_execution on fired_instant (execution_id);
