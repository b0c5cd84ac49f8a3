-- The last use of an access token of a grant. Beside last_used_at, which decides whether a code or a refresh token came twice by mistake.
alter table oauth_grant add token_used_at timestamptz;
