-- The keys with which the install signs access tokens. A new key is published before it signs, and an old one is kept while its tokens are valid.
create table signing_key (
  id text primary key,
  -- The public key as a JWK.
  public_key jsonb not null,
  -- The private key in PEM form, encrypted under the key of the install.
  private_key bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null
);
