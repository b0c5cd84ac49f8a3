-- OAuth clients (ADR 52). A deleted client stays while another tenant has a connection config of it.
create table oauth_client (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  -- No foreign key: a client outlives the account that created it.
  owner_id uuid not null,
  app_type text not null,
  name text not null,
  description text,
  logo_uri text,
  client_uri text,
  jwks_uri text,
  redirect_uris text[] not null,
  allowed_origins text[] not null,
  allowed_scopes text[] not null,
  allowed_grant_types text[] not null,
  allowed_auth_methods text[] not null,
  public_keys jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  deleted_at timestamptz
);
create index oauth_client_of_tenant on oauth_client (tenant_id);
create index oauth_client_published on oauth_client (id) where published_at is not null;

create table oauth_client_secret (
  client_id uuid not null references oauth_client on delete cascade,
  -- The last characters of the secret.
  hint text not null,
  hash bytea not null,
  -- No foreign key: a secret outlives the account that created it.
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint oauth_client_secret_pkey primary key (client_id, hint)
);

-- What a tenant has decided about a client. No row: its people cannot use the client.
create table oauth_connection_config (
  client_id uuid not null references oauth_client on delete cascade,
  tenant_id uuid not null references tenant on delete cascade,
  consent_method text not null,
  constraint oauth_connection_config_pkey primary key (client_id, tenant_id)
);
create index oauth_connection_config_of_tenant on oauth_connection_config (tenant_id);

insert into role_permission (role_id, permission)
select id, 'SVC_OAUTH_CLIENT_MANAGEMENT'
from role
where built_in
  and name = 'TenantAdmin'
on conflict do nothing;
