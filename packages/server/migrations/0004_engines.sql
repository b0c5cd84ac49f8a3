create table engine (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  environment_id uuid not null references environment,
  workspace_id uuid references workspace on delete set null,
  runtime_id uuid not null,
  name text not null,
  description text,
  managed boolean not null default false,
  debug jsonb,
  esb_compatibility_version text,
  pairing_key_hash bytea,
  credential_hash bytea,
  paired_at timestamptz,
  host text,
  program_version text,
  last_beat_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint engine_name_once unique (environment_id, name),
  constraint engine_pairing_key_once unique (pairing_key_hash),
  constraint engine_credential_once unique (credential_hash)
);
create index engine_of_tenant on engine (tenant_id);
create index engine_of_workspace on engine (workspace_id);
