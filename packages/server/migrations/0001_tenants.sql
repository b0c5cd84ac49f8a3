-- The install itself: one row that recognises its key.
create table install (
  id integer primary key default 1,
  key_canary bytea not null,
  created_at timestamptz not null default now(),
  constraint install_once check (id = 1)
);

create table tenant (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- A person or a service account; `user` is a reserved word.
create table account (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  user_type text not null default 'HUMAN',
  login text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint account_login_once unique (tenant_id, login),
  constraint account_user_type check (user_type in ('HUMAN', 'SERVICE'))
);

create table role (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  built_in boolean not null default false,
  constraint role_name_once unique (tenant_id, name)
);

create table role_permission (
  role_id uuid not null references role on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table account_role (
  account_id uuid not null references account on delete cascade,
  role_id uuid not null references role on delete cascade,
  primary key (account_id, role_id)
);
create index account_role_of_role on account_role (role_id);

create table personal_access_token (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  constraint personal_access_token_hash_once unique (hash),
  constraint personal_access_token_name_once unique (account_id, name)
);
