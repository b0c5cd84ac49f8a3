-- The OAuth server (ADR 53). What a tenant has allowed ends with its connection config.
create table oauth_grant (
  id uuid primary key,
  client_id uuid not null,
  tenant_id uuid not null,
  account_id uuid not null references account on delete cascade,
  scopes text[] not null,
  -- What the client calls the device, and the user calls the sign-in.
  device_type text,
  description text,
  -- Time at which the user proved its identity.
  authenticated_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (client_id, tenant_id) references oauth_connection_config on delete cascade
);
create index oauth_grant_of_account on oauth_grant (account_id);
create index oauth_grant_of_config on oauth_grant (client_id, tenant_id);
create index oauth_grant_by_end on oauth_grant (expires_at);

create table oauth_refresh_token (
  hash bytea primary key,
  grant_id uuid not null references oauth_grant on delete cascade,
  created_at timestamptz not null default now(),
  -- Time at which another token has replaced this one.
  replaced_at timestamptz
);
create index oauth_refresh_token_of_grant on oauth_refresh_token (grant_id);

create table oauth_code (
  hash bytea primary key,
  client_id uuid not null,
  tenant_id uuid not null,
  account_id uuid not null references account on delete cascade,
  scopes text[] not null,
  redirect_uri text not null,
  challenge text not null,
  authenticated_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The grant that the code was redeemed for. Not a foreign key: the code stays used when the grant has ended.
  grant_id uuid,
  foreign key (client_id, tenant_id) references oauth_connection_config on delete cascade
);
create index oauth_code_of_config on oauth_code (client_id, tenant_id);
create index oauth_code_of_account on oauth_code (account_id);
create index oauth_code_by_time on oauth_code (created_at);

-- The scopes that a user has allowed a client.
create table oauth_consent (
  client_id uuid not null,
  tenant_id uuid not null,
  account_id uuid not null references account on delete cascade,
  scopes text[] not null,
  constraint oauth_consent_pkey primary key (client_id, account_id),
  foreign key (client_id, tenant_id) references oauth_connection_config on delete cascade
);
create index oauth_consent_of_config on oauth_consent (client_id, tenant_id);
create index oauth_consent_of_account on oauth_consent (account_id);

-- Signed assertions of clients, each of which is accepted once.
create table oauth_used_assertion (
  client_id uuid not null references oauth_client on delete cascade,
  -- Keyed hash of the id that the client gave the assertion.
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, hash)
);
create index oauth_used_assertion_by_end on oauth_used_assertion (expires_at);

-- Access tokens that were revoked before their end.
create table oauth_revoked_token (
  id uuid primary key,
  expires_at timestamptz not null
);
create index oauth_revoked_token_by_end on oauth_revoked_token (expires_at);

alter table oauth_client_secret add last_used_at timestamptz;

-- The OAuth client that an account acts for: the bot user of the client. No foreign key: the account outlives the client.
alter table account add bot_client_id uuid;
create unique index account_bot_once on account (tenant_id, bot_client_id) where bot_client_id is not null;
