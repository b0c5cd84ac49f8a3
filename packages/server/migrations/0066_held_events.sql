-- Events that a consumer of the fan-out has failed on, and the later ones of their tenant, in their order (ADR 58). The consumer gets them later.
create table held_event (
  -- The kind of the consumer: webhook, alert or notification.
  consumer text not null,
  -- Without a reference, as in the table of events.
  tenant_id uuid not null,
  number bigint not null,
  event_id uuid not null,
  subscriber_ids uuid[] not null,
  -- Failed tries of this event alone, and the last error.
  tries integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  -- The consumer failed too often. It goes on without the event.
  set_aside_at timestamptz,
  constraint held_event_pkey primary key (consumer, tenant_id, number)
);
create index held_event_waiting on held_event (consumer, tenant_id, number) where set_aside_at is null;
create index held_event_of_event on held_event (event_id);
