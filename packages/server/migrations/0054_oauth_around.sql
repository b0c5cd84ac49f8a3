-- The last use of an access token of a grant. Beside last_used_at, which decides whether a code or a refresh token came twice by mistake.
alter table oauth_grant add token_used_at timestamptz;

-- Refused requests of OAuth clients, for a week, with reasons that callers are not told. The first bits of an id are its time.
create table oauth_refusal (
  id uuid primary key,
  client_id uuid not null references oauth_client on delete cascade,
  endpoint text not null,
  grant_type text,
  code text not null,
  reason text not null,
  advice text not null,
  address text not null,
  -- Equal refusals shortly after each other are one row.
  number integer not null
);
create index oauth_refusal_of_client on oauth_refusal (client_id, id);

-- Who created a client: an account (user), or the program itself by dynamic client registration (dcr).
alter table oauth_client add created_by_type text not null default 'user';
create index oauth_client_registered on oauth_client (created_at) where created_by_type = 'dcr';
