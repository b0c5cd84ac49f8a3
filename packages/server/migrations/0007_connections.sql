-- The key with which tokens are hashed, itself encrypted: so the key of the install can change and tokens stay valid.
alter table install add column token_key bytea;

create table connection (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  app text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  constraint connection_name_once unique (workspace_id, name)
);
create index connection_of_tenant on connection (tenant_id);

-- A value is plain text or a ciphertext, never both.
create table connection_parameter (
  connection_id uuid not null references connection on delete cascade,
  name text not null,
  position integer not null,
  encrypted boolean not null,
  plain_value text,
  secret_value bytea,
  primary key (connection_id, name),
  constraint connection_parameter_kept check (case when encrypted then plain_value is null else secret_value is null end)
);

-- Which tasks name a connection: a deletion and a move ask.
create index task_of_connections on task using gin (jsonb_path_query_array(connections, '$.*') jsonb_path_ops);

-- Names of applications to connections. The values are read when an engine claims the execution, so that no secret lies here.
alter table task_execution add column connections jsonb not null default '{}';
