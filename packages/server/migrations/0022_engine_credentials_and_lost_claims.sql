-- Which claim holds an execution: the process of the engine that sent it, and its number there. An engine that never got the answer names it, and
-- an engine that was started again names the process before it. Null for an engine that does not number its claims.
alter table live_execution
  add column incarnation uuid,
  add column claim_number bigint;

-- The credential of an engine ends; the next one is valid beside it until it is used, so that a lost answer locks nobody out. No end: the built-in
-- engine, which gets its credential at each start, and engines that were paired before credentials ended.
alter table engine
  add column pairing_key_expires_at timestamptz,
  add column credential_expires_at timestamptz,
  add column next_credential_hash bytea,
  add column next_credential_expires_at timestamptz,
  add constraint engine_next_credential_once unique (next_credential_hash),
  add constraint engine_next_credential_ends check ((next_credential_hash is null) = (next_credential_expires_at is null));
