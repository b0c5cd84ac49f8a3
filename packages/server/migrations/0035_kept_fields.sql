-- Fields of run configurations that the API has and that have no effect here: kept, so that a client reads back what it wrote.
alter table task_run_config add column kept jsonb not null default '{}';
alter table plan_run_config add column kept jsonb not null default '{}';

-- When an account was changed last.
alter table account add column updated_at timestamptz;
update account set updated_at = created_at;
alter table account
  alter column updated_at set default now(),
  alter column updated_at set not null;
