-- Why an engine says that its machine cannot begin any run, and since when.
alter table engine
  add column ill_code text,
  add column ill_message text,
  add column ill_since timestamptz,
  add constraint engine_illness check ((ill_code is null) = (ill_since is null) and (ill_message is null) = (ill_since is null));

-- How often an execution was given back before it began, and the number that the first line of its present holder gets: those of earlier ones stay.
alter table live_execution
  add column returns smallint not null default 0,
  add column first_line bigint not null default 0;
