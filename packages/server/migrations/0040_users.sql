-- What the API knows of a person beside login, names and email.
alter table account
  add column phone text,
  add column preferred_language text,
  add column timezone text,
  add column title text;

-- Logins differ in more than letter case. No operation could create such logins before, but a statement of an operator could.
do $$
declare
  doubles text;
begin
  select string_agg(logins, '; ')
  into doubles
  from (
    select string_agg(login, ', ' order by login) as logins
    from account
    group by tenant_id, lower(login)
    having count(*) > 1
  ) double;
  if doubles is not null then
    raise exception 'Logins of a tenant differ in letter case only: %. Rename them in the table account, then start again.', doubles;
  end if;
end $$;
alter table account drop constraint account_login_once;
create unique index account_login_once on account (tenant_id, lower(login));
