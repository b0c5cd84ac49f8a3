-- What is missing or damaged in the store of content, and where the walk over all of it stands.
create table content_fault (
  key text primary key,
  fault text not null,
  found_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  constraint content_fault_kind check (fault in ('missing', 'damaged'))
);
create index content_fault_by_check on content_fault (checked_at);

create table content_walk (
  id integer primary key default 1,
  began_at timestamptz not null default '-infinity',
  -- The last key that was looked at; null while the walk rests.
  position text,
  -- The last key whose content was read, and the bytes that the walk has read.
  read_position text not null default '',
  read_bytes bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  constraint content_walk_once check (id = 1)
);
insert into content_walk default values;
