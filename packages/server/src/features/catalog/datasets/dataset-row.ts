/** The row of a dataset, as answers show it. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { TrustAxes } from './trust-axes.ts';

/** The row of a dataset. */
export type DatasetRow = {
  id: string;
  level: number;
  label: string;
  description: string | null;
  technical_name: string;
  tags: string[];
  certification: 'none' | 'pending' | 'certified';
  certified_by: string | null;
  certified_at: Date | null;
  enabled: boolean;
  version: number;
  connection_id: string;
  connection_label: string;
  type_id: string;
  engine_id: string | null;
  properties: Record<string, unknown>;
  owner_id: string;
  creator: string | null;
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
  vanished_at: Date | null;
  is_draft: boolean;
  is_nested: boolean;
  quality_invalid: number | null;
  quality_empty: number | null;
  quality_valid: number | null;
  trust_score: number | null;
  trust_axes: TrustAxes | null;
  rating: { contributors: number; global: number | null };
  favorite: boolean;
  shared: boolean;
};

/** Builds the condition that a dataset `d` is a favourite of the actor. */
export const isFavorite = (actor: Actor): Sql => sql`exists (
  select from dataset_favorite f
  where f.dataset_id = d.id
    and f.account_id = ${actor.id})`;

/** The full name of the account that created a dataset `d`. */
export const creatorName: Sql = sql`(creator.first_name || ' ' || creator.last_name)`;

/** The columns of `DatasetRow`. A dataset shared with a group of the actor is shared; only otherwise the database looks for other sharings. */
export const datasetColumns = (actor: Actor): Sql => sql`
  d.id, access.level, d.label, d.description, d.technical_name, d.tags, d.certification, d.certified_by, d.certified_at, d.enabled, d.version,
  d.connection_id, c.name as connection_label, cc.type_id, cc.engine_id, d.properties, d.owner_id, ${creatorName} as creator, d.created_by,
  d.updated_by, d.created_at, d.updated_at, d.vanished_at, d.is_draft, d.is_nested, d.quality_invalid, d.quality_empty, d.quality_valid,
  d.trust_score, d.trust_axes, ${isFavorite(actor)} as favorite,
  (select json_build_object('contributors', count(*), 'global', avg(r.rating))
   from dataset_rating r
   where r.dataset_id = d.id) as rating,
  access.of_group or exists (
    select from sharing s
    where s.entity_type = 'dataset'
      and s.entity_id = d.id
      and s.user_id is distinct from ${actor.id}) as shared`;
