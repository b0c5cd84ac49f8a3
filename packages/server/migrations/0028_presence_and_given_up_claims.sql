-- Which processes serve the API, and since when each has done so without a break: while none does, engines cannot renew their leases.
create table api_presence (
  process_id uuid not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  constraint api_presence_pkey primary key (process_id)
);

-- The last claim that a process of an engine has said it gave up: no claim up to that one is given anything any more, however late it looks.
alter table engine
  add column given_up_incarnation uuid,
  add column given_up_number bigint,
  add constraint engine_given_up check ((given_up_incarnation is null) = (given_up_number is null));

-- Instants are forgotten by the time at which they fired.
create index fired_instant_by_age on fired_instant (fired_at);
