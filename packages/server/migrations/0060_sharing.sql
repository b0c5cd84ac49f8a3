-- Sharing of entities with users and groups, and groups within groups (ADR 64).

-- A group that is a member of another one. There are no circles.
create table group_nesting (
  group_id uuid not null references account_group on delete cascade,
  member_group_id uuid not null references account_group on delete cascade,
  created_at timestamptz not null default now(),
  constraint group_nesting_pkey primary key (group_id, member_group_id)
);
create index group_nesting_of_member on group_nesting (member_group_id);

-- The level that a user or a group has on an entity. The tables of entities have no reference to it: they have many owners.
create table sharing (
  user_id uuid references account on delete cascade,
  group_id uuid references account_group on delete cascade,
  entity_type text not null,
  entity_id uuid not null,
  -- 1 READER, 2 WRITER, 3 OWNER.
  level smallint not null,
  -- Without a reference: a sharing outlives the account that gave it.
  shared_by uuid not null,
  shared_at timestamptz not null default now(),
  constraint sharing_of_user unique (user_id, entity_type, entity_id) include (level),
  constraint sharing_of_group unique (group_id, entity_type, entity_id) include (level),
  constraint sharing_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint sharing_level check (level between 1 and 3)
);
create index sharing_of_entity on sharing (entity_type, entity_id);

-- Sharings that were removed. Those of deleted users, groups and entities are deleted.
create table ended_sharing (
  id uuid primary key,
  user_id uuid references account on delete cascade,
  group_id uuid references account_group on delete cascade,
  entity_type text not null,
  entity_id uuid not null,
  level smallint not null,
  shared_by uuid not null,
  shared_at timestamptz not null,
  ended_by uuid not null,
  ended_at timestamptz not null default now(),
  constraint ended_sharing_grantee check (num_nonnulls(user_id, group_id) = 1)
);
create index ended_sharing_of_entity on ended_sharing (entity_type, entity_id, ended_at);
create index ended_sharing_of_user on ended_sharing (user_id);
create index ended_sharing_of_group on ended_sharing (group_id);
