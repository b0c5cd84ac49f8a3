-- Messages that could not be sent (ADR 62).

alter table notification_message
  add column tries integer not null default 0,
  -- All tries failed.
  add column failed_at timestamptz;

create index notification_message_failed on notification_message (source_id, receiver, failed_at) where failed_at is not null;
