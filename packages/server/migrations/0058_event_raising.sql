-- Which starts of runs and which losses of engines have raised events (ADR 61).

-- How often the start of the run was reported: only the first report raises an event.
alter table live_execution add start_reports smallint not null default 0;

-- When the engine was found without heartbeats; null while it sends some.
alter table engine add lost_at timestamptz;

-- Statements of executions ask first whether any tenant waits for their types.
create index event_subscription_of_type on event_subscription (type);
