-- Events and their deliveries (ADR 58).

-- The event types that a webhook, an alert or a notification waits for. A change raises an event only if its tenant has a subscription of the type.
create table event_subscription (
  tenant_id uuid not null references tenant on delete cascade,
  type text not null,
  -- webhook, listener, alert or notification.
  subscriber_kind text not null,
  subscriber_id uuid not null,
  constraint event_subscription_pkey primary key (tenant_id, type, subscriber_kind, subscriber_id)
);
create index event_subscription_of_subscriber on event_subscription (subscriber_id);

-- The numbers of events.
create sequence event_number;

-- Events that the transaction of their change has written and that no process has fanned out yet.
create table outbox_event (
  -- Gives the order. Changes of one record follow each other under its lock, so their numbers do, too.
  number bigint primary key default nextval('event_number'),
  tenant_id uuid not null,
  type text not null,
  occurred_at timestamptz not null default now(),
  -- The workspace.
  space_id uuid,
  -- The record that orders deliveries: the task, plan, engine, user, and so on.
  resource_id text,
  owner_id uuid,
  -- The account that made the change; null for Millrace itself.
  actor_id uuid,
  data jsonb not null
);

-- Events with at least one subscriber, for a week. No foreign keys: an event outlives its records.
create table event (
  id uuid primary key,
  number bigint not null,
  tenant_id uuid not null,
  type text not null,
  occurred_at timestamptz not null,
  space_id uuid,
  resource_id text,
  owner_id uuid,
  actor_id uuid,
  data jsonb not null
) partition by range (id);
create table event_default partition of event default;

-- HTTPS receivers of events.
create table webhook (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  url text not null,
  description text,
  level text not null,
  -- The account that a webhook of the level user belongs to.
  owner_id uuid references account on delete cascade,
  enabled boolean not null,
  disabled_reason text,
  disabled_reason_code text,
  event_types text[] not null,
  filter text,
  headers jsonb not null,
  encrypted_header_names text[] not null,
  -- A JSON object of names and values, encrypted.
  encrypted_headers bytea,
  secret bytea,
  -- The secret before, with which deliveries are signed, too, until this moment.
  former_secret bytea,
  former_secret_until timestamptz,
  cloud_events boolean not null,
  checks_revocation boolean not null,
  origin text not null,
  -- Without references: an account may be deleted.
  created_by uuid not null,
  updated_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_level check (level in ('tenant', 'user') and (level = 'user') = (owner_id is not null))
);
create index webhook_of_tenant on webhook (tenant_id, created_at);
create index webhook_of_owner on webhook (owner_id);

-- What the sender knows about an endpoint. One process at a time sends to an endpoint: it holds the lease.
create table webhook_endpoint (
  webhook_id uuid primary key references webhook on delete cascade,
  -- The next moment at which a delivery may be due; null when none waits.
  due_at timestamptz,
  sender_id uuid,
  lease_expires_at timestamptz,
  -- Failed attempts since the last success, and the first one of them.
  failures integer not null default 0,
  failing_since timestamptz
);
create index webhook_endpoint_due on webhook_endpoint (due_at);

-- One event for one webhook, with its last attempt. It waits until it is delivered or given up. A week is kept.
create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook on delete cascade,
  tenant_id uuid not null,
  event_id uuid not null,
  event_number bigint not null,
  event_type text not null,
  -- Waiting deliveries of one webhook and one resource are sent in the order of their numbers.
  resource_id text,
  -- The form of the body at the first attempt: a repeat has the same body.
  cloud_events boolean not null,
  -- The delivery that this one repeats.
  resent_from uuid,
  is_waiting boolean not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  succeeded boolean,
  triggered_at timestamptz,
  status_message text,
  request_url text,
  request_headers jsonb,
  response_status integer,
  response_headers jsonb,
  response_body text
) partition by range (id);
create table webhook_delivery_default partition of webhook_delivery default;
create index webhook_delivery_waiting on webhook_delivery (webhook_id, resource_id, event_number) where is_waiting;
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id);
