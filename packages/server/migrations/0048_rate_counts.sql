-- Calls of operations with a rate tier, by account or tenant and minute (ADR 51). Unlogged: after a crash of the database the counts begin again.
create unlogged table rate_count (
  -- Minutes since 1970 by the clock of the database.
  minute integer not null,
  -- An account or a tenant. No foreign key: rows are deleted after a few minutes.
  subject_id uuid not null,
  tier smallint not null,
  calls integer not null,
  constraint rate_count_pkey primary key (minute, subject_id, tier)
);
