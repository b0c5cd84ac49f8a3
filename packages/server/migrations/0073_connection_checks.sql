-- The last check of a connection with its present parameters: a test, a crawl or a scan that has opened it, or could not.

alter table connection
  -- Null: not checked since it was written.
  add column checked_at timestamptz,
  add column check_kind text,
  add column check_succeeded boolean,
  add column check_message text,
  add constraint connection_check_kind check (check_kind in ('TEST', 'CRAWL', 'SCAN')),
  add constraint connection_checked check (num_nonnulls(checked_at, check_kind, check_succeeded, check_message) in (0, 4));
