-- Alert rules for the tasks of a workspace or an environment that have a tag.
alter table alert_rule add column tag text;
alter table alert_rule add constraint alert_rule_tag
  check (tag is null or (num_nonnulls(workspace_id, environment_id) = 1 and condition <> 'engine_lost'));
