-- The JSON of the fields of a dataset that depend on nothing but its row (ADR 116): lists forward it. A trigger stores it at each update, because several
-- statements update datasets, and so do servers of the last release during an upgrade. Each new dataset is updated in the transaction that adds it. A restore
-- copies rows, so no trigger may change what is inserted (ADR 38). Null: not updated since this migration; reads then call the function. A migration
-- that changes the function drops the column and adds it again, which rewrites no row.
-- works with 0.1.0
alter table dataset add column common_json text;
-- Other wide columns leave the row first.
alter table dataset alter column common_json set storage main;

-- The caller's properties stand apart, because they may have fields that are null.
create function dataset_json(d dataset) returns text stable parallel safe language sql as $$
  select left(json_strip_nulls(json_build_object(
    'id', d.id,
    'label', d.label,
    'technicalName', d.technical_name,
    'description', d.description,
    'tags', d.tags,
    'certification', d.certification,
    'enabled', d.enabled,
    'version', d.version,
    'datastoreId', d.connection_id,
    'owner', d.owner_id,
    'draft', d.is_draft,
    'nested', d.is_nested,
    'created', floor(extract(epoch from d.created_at) * 1000)::bigint,
    'updated', floor(extract(epoch from d.updated_at) * 1000)::bigint::text,
    'createdBy', json_build_object('id', d.created_by),
    'updatedBy', json_build_object('id', d.updated_by),
    'certifiedBy', case when d.certified_by is not null then json_build_object('id', d.certified_by) end,
    'certifiedAt', to_char(d.certified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'vanishedAt', to_char(d.vanished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'talendGlobalQuality', case
      when d.quality_invalid is not null and d.quality_empty is not null and d.quality_valid is not null
      then json_build_object('-1', d.quality_invalid, '0', d.quality_empty, '1', d.quality_valid,
        'total', d.quality_invalid + d.quality_empty + d.quality_valid)
    end,
    'trustScore', d.trust_score))::text, -1) || ',"properties":' || d.properties || '}'
$$;

create function keep_dataset_json() returns trigger language plpgsql as $$
begin
  new.common_json := dataset_json(new);
  return new;
end $$;
create trigger dataset_common_json before update on dataset
  for each row
  execute function keep_dataset_json();
