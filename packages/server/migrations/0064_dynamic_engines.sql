-- Dynamic engines: engines on Kubernetes clusters, their environments, and what their operators report (ADR 69).

-- The agent of a dynamic-engine environment is an engine; such an environment has no other engine, and no other environment has an agent.
alter table environment add column is_dynamic boolean not null default false;
alter table environment add constraint environment_kind unique (id, is_dynamic);
alter table engine add column is_agent boolean not null default false;
alter table engine add constraint engine_kind foreign key (environment_id, is_agent) references environment (id, is_dynamic);

create table dynamic_engine (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  description text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  -- The version of the package that was generated last.
  version text not null,
  -- The number of the desired state.
  revision bigint not null default 1,
  -- The key is derived from the seed and the key of the install; the hash is its digest.
  pairing_key_seed bytea,
  pairing_key_hash bytea,
  pairing_key_expires_at timestamptz,
  credential_hash bytea,
  credential_expires_at timestamptz,
  paired_at timestamptz,
  host text,
  -- What the operator has reported last, and since when it reports in this state.
  reported_at timestamptz,
  live_since timestamptz,
  program_version text,
  deployment_type text,
  fault text,
  report jsonb,
  deleted_at timestamptz,
  constraint dynamic_engine_pairing_key_once unique (pairing_key_hash),
  constraint dynamic_engine_pairing_key_ends check (num_nulls(pairing_key_seed, pairing_key_hash, pairing_key_expires_at) in (0, 3)),
  constraint dynamic_engine_credential_once unique (credential_hash),
  constraint dynamic_engine_credential_ends check (num_nulls(credential_hash, credential_expires_at, paired_at, reported_at, live_since) in (0, 5))
);
create index dynamic_engine_of_tenant on dynamic_engine (tenant_id, name, id);

-- What an environment with `is_dynamic` has beside its row.
create table dynamic_engine_environment (
  environment_id uuid primary key references environment on delete cascade,
  log_strategy text not null,
  metrics_strategy text not null,
  created_by text not null,
  creator_type text not null,
  updated_by text not null,
  modifier_type text not null,
  constraint dynamic_engine_environment_log_strategy check (log_strategy in ('NONE', 'CONTROL_PLANE', 'DYNAMIC_ENGINE')),
  constraint dynamic_engine_environment_metrics_strategy check (metrics_strategy in ('NONE', 'CONTROL_PLANE', 'DYNAMIC_ENGINE'))
);

-- The assignment of an environment to a dynamic engine, with its agent.
create table dynamic_engine_assignment (
  id uuid primary key,
  dynamic_engine_id uuid not null references dynamic_engine,
  environment_id uuid not null references dynamic_engine_environment,
  engine_id uuid not null references engine,
  created_at timestamptz not null default now(),
  -- The key of the agent is derived from the seed as that of the engine is.
  agent_key_seed bytea not null,
  -- What the operator has reported last of it, and when it ran for the first time.
  status text,
  report jsonb,
  installed_at timestamptz,
  removing_at timestamptz,
  constraint dynamic_engine_assignment_of_environment_once unique (environment_id),
  constraint dynamic_engine_assignment_of_agent_once unique (engine_id)
);
create index dynamic_engine_assignment_of_engine on dynamic_engine_assignment (dynamic_engine_id);
