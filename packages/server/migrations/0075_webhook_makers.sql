-- The account that has decided as whom a webhook runs. Null if an earlier version has set the webhook: then only the account that it runs as counts.
-- No foreign key: the account can be deleted, and the webhook then has no maker any more.
alter table webhook_trigger
  add column set_by_id uuid,
  add column set_by_type text,
  add constraint webhook_trigger_maker check ((set_by_id is null) = (set_by_type is null));

-- The maker that must be active when the window closes; null if none must be.
alter table webhook_window
  add column set_by_id uuid;
