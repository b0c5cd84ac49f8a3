create table environment (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  description text,
  max_cloud_containers integer not null default 0,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint environment_name_once unique (tenant_id, name)
);
create unique index environment_default_once on environment (tenant_id) where is_default;

create table workspace (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  name text not null,
  description text,
  owner_id uuid not null references account,
  type text not null,
  protected_artifact_update boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workspace_name_once unique (environment_id, name),
  constraint workspace_type check (type in ('shared', 'personal', 'custom'))
);
create index workspace_of_owner on workspace (owner_id);
create index workspace_of_tenant on workspace (tenant_id);

-- Rights held one by one; the owner of a workspace holds all without a row here.
create table workspace_right (
  workspace_id uuid not null references workspace on delete cascade,
  account_id uuid not null references account on delete cascade,
  name text not null,
  primary key (account_id, workspace_id, name),
  constraint workspace_right_name check (name in ('VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'))
);
create index workspace_right_of_workspace on workspace_right (workspace_id);
