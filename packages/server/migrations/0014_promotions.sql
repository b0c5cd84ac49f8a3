-- A way from one environment into another. No cascade from the environments: one that a promotion uses stays.
create table promotion (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  source_environment_id uuid not null references environment,
  target_environment_id uuid not null references environment,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint promotion_pair_once unique (source_environment_id, target_environment_id),
  constraint promotion_two_environments check (source_environment_id <> target_environment_id)
);
create index promotion_of_target on promotion (target_environment_id);
create index promotion_of_tenant on promotion (tenant_id);

-- Who may execute a promotion: users and service accounts.
create table promotion_account (
  promotion_id uuid not null references promotion on delete cascade,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  constraint promotion_account_once primary key (promotion_id, account_id)
);
create index promotion_account_of_account on promotion_account (account_id);

-- An analysis, or an execution with what came of it. Account, environments and the chosen thing have no foreign keys: the record outlives them.
create table promotion_execution (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  promotion_id uuid not null references promotion on delete cascade,
  account_id uuid not null,
  user_type text not null,
  keep_target_resources boolean not null,
  keep_target_run_profiles boolean not null,
  chosen_id uuid,
  chosen_type text,
  context text,
  status text not null,
  status_message text not null,
  report jsonb not null,
  triggered_at timestamptz not null default now(),
  finished_at timestamptz not null default clock_timestamp(),
  constraint promotion_execution_status check (status in ('ANALIZED', 'PROMOTION_WARNING', 'PROMOTION_FAILED', 'PROMOTED')),
  constraint promotion_execution_chosen check ((chosen_id is null) = (chosen_type is null))
);
create index promotion_execution_of_promotion on promotion_execution (promotion_id);
create index promotion_execution_of_tenant on promotion_execution (tenant_id);
