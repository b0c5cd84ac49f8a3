-- What the sender of webhooks stores beside the tables of 0055 (ADR 60).

-- Until this moment an endpoint that keeps failing is not tried.
alter table webhook_endpoint add column paused_until timestamptz;

-- An earlier delivery of the same webhook and resource waits. The transaction that ends the earlier one clears this.
alter table webhook_delivery add column is_blocked boolean not null default false;

create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at) where is_waiting and not is_blocked;
