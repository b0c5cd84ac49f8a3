-- The versions of the Javas that the machine of an engine has for job archives. Null: the engine has not reported them.
alter table engine add column javas integer[];
