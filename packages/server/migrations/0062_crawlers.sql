-- Crawlers: which tables of a connection become datasets, their runs, and what the runs have listed (ADR 67).

create table crawler (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  connection_id uuid not null references catalog_connection on delete cascade,
  name text not null,
  description text,
  -- Technical names of tables; empty for all.
  selection text[] not null,
  -- Without references: a crawler outlives these accounts.
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz,
  deleted_by uuid,
  deleted_at timestamptz
);
create unique index crawler_active on crawler (connection_id) where deleted_at is null;
create index crawler_of_connection on crawler (connection_id);
create index crawler_of_tenant on crawler (tenant_id);

-- With whom the datasets that a crawler creates are shared.
create table crawler_sharing (
  crawler_id uuid not null references crawler on delete cascade,
  user_id uuid references account on delete cascade,
  group_id uuid references account_group on delete cascade,
  -- 1 READER, 2 WRITER, 3 OWNER.
  level smallint not null,
  constraint crawler_sharing_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint crawler_sharing_level check (level between 1 and 3)
);
create index crawler_sharing_of_crawler on crawler_sharing (crawler_id);
create index crawler_sharing_of_user on crawler_sharing (user_id);
create index crawler_sharing_of_group on crawler_sharing (group_id);

-- The last run of a crawler, or the last scan of a connection. The execution does the work; partitions of executions have no references.
create table crawl_run (
  execution_id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  connection_id uuid not null references catalog_connection on delete cascade,
  -- Null for a scan.
  crawler_id uuid references crawler on delete cascade,
  state text not null default 'RetrievingProperties',
  selection text[] not null,
  -- Without a reference: a run outlives its account.
  account_id uuid not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When its end was requested.
  end_requested_at timestamptz,
  failure text,
  -- The number of the last portion that was stored.
  last_portion integer not null default 0,
  -- The tables that a scan has listed so far.
  scanned jsonb not null default '[]',
  to_crawl integer not null default 0,
  finished integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  samples_failed integer not null default 0,
  constraint crawl_run_of_crawler unique (crawler_id),
  constraint crawl_run_state check (state in ('RetrievingProperties', 'PropertiesRetrievalFailed', 'CreatingDatasets', 'Finished')),
  constraint crawl_run_finished check ((finished_at is not null) = (state in ('PropertiesRetrievalFailed', 'Finished')))
);
create unique index crawl_run_of_scan on crawl_run (connection_id) where crawler_id is null;
create index crawl_run_of_connection on crawl_run (connection_id);
create index crawl_run_under_way on crawl_run (execution_id) where finished_at is null;

-- The tables that a crawler has listed, with their datasets.
create table crawled_dataset (
  id uuid primary key,
  crawler_id uuid not null references crawler on delete cascade,
  -- The run that has listed it last.
  execution_id uuid not null,
  dataset_id uuid references dataset on delete set null,
  technical_name text not null,
  display_name text not null,
  -- TABLE, VIEW or FILE.
  kind text not null,
  comment text,
  fingerprint text,
  -- The columns as they were listed; applied with the rows.
  columns jsonb not null,
  export_status text not null default 'NotStarted',
  -- Whether the run has created the dataset.
  is_new boolean not null default false,
  failure text,
  updated_at timestamptz not null default now(),
  constraint crawled_dataset_status check (
    export_status in ('NotStarted', 'Creating', 'CreationFailed', 'Sampling', 'SamplingFailed', 'Finished'))
);
-- By a digest, because a name can be longer than an entry of an index.
create unique index crawled_dataset_of_crawler on crawled_dataset (crawler_id, md5(technical_name));
create index crawled_dataset_of_dataset on crawled_dataset (dataset_id);

-- The last complete listing of a connection.
create table connection_scan (
  connection_id uuid primary key references catalog_connection on delete cascade,
  scanned_at timestamptz not null default now(),
  tables jsonb not null
);
