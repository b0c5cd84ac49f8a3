-- Sign-ins of devices without a browser (RFC 8628, ADR 56). Rows are removed an hour after their creation.
create table oauth_device_code (
  hash bytea primary key,
  -- Keyed hash of the code that a person types.
  user_code_hash bytea not null,
  client_id uuid not null references oauth_client on delete cascade,
  scopes text[] not null,
  -- Where the request came from, for the person that decides.
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  -- Seconds that the device has to wait between two requests for tokens.
  poll_seconds integer not null default 5,
  polled_at timestamptz,
  -- Null until a person has decided.
  allowed boolean,
  -- The person that has allowed it, its tenant, and the time at which it proved its identity.
  account_id uuid references account on delete cascade,
  tenant_id uuid,
  authenticated_at timestamptz,
  foreign key (client_id, tenant_id) references oauth_connection_config on delete cascade
);
create unique index oauth_device_code_by_user_code on oauth_device_code (user_code_hash);
create index oauth_device_code_of_config on oauth_device_code (client_id, tenant_id);
create index oauth_device_code_of_account on oauth_device_code (account_id);
create index oauth_device_code_by_time on oauth_device_code (created_at);

-- The client of the command line belongs to no tenant. The first start that knows it adds it.
alter table oauth_client
  alter column tenant_id drop not null,
  alter column owner_id drop not null;
