-- A group of users; `group` is a reserved word. Members are people of the tenant of the group.
create table account_group (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  constraint account_group_name_once unique (tenant_id, name)
);

create table account_group_member (
  group_id uuid not null references account_group on delete cascade,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  constraint account_group_member_once primary key (group_id, account_id)
);
create index account_group_member_of_account on account_group_member (account_id);

create table project_group (
  project_id uuid not null references project on delete cascade,
  group_id uuid not null references account_group on delete cascade,
  created_at timestamptz not null default now(),
  constraint project_group_once primary key (project_id, group_id)
);
create index project_group_of_group on project_group (group_id);
