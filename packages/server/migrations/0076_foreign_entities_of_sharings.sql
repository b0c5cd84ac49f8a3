-- The other entity that a caller has named as the foreign entity of a sharing; null for the entity itself. No foreign key: the sharing outlives it.
alter table sharing
  add column foreign_type text,
  add column foreign_id uuid,
  add constraint sharing_foreign check ((foreign_type is null) = (foreign_id is null));
alter table ended_sharing
  add column foreign_type text,
  add column foreign_id uuid,
  add constraint ended_sharing_foreign check ((foreign_type is null) = (foreign_id is null));
