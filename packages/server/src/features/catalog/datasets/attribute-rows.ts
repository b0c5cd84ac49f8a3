/** The statements about custom attributes and their values. */
import { hasIdForm } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';

/** The row of a definition. */
export type AttributeRow = {
  id: string;
  business_id: string;
  label: string;
  description: string | null;
  type: 'text' | 'enum';
  mandatory: boolean;
  choices: string[];
  defaults: string[];
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
  creator: string | null;
  changer: string | null;
};

const columns: Sql = sql`
  a.id, a.business_id, a.label, a.description, a.type, a.mandatory, a.choices, a.defaults, a.created_by, a.updated_by, a.created_at, a.updated_at,
  (select p.first_name || ' ' || p.last_name from account p where p.id = a.created_by) as creator,
  (select p.first_name || ' ' || p.last_name from account p where p.id = a.updated_by) as changer`;

/** Selects a page of the definitions of a tenant, and counts all. */
export async function selectAttributes(
  tx: Tx,
  tenant: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AttributeRow[]; total: number }> {
  const rows = await tx.rows<AttributeRow>(sql`
    select ${columns}
    from custom_attribute a
    where a.tenant_id = ${tenant}
    order by lower(a.label), a.id
    limit ${limit}
    offset ${offset}`);
  return { rows, total: await countAttributes(tx, tenant) };
}

/** Counts the definitions of a tenant. */
export const countAttributes = async (tx: Tx, tenant: string): Promise<number> =>
  (
    await tx.only<{ total: number }>(sql`
      select count(*) as total
      from custom_attribute
      where tenant_id = ${tenant}`)
  ).total;

const guard = inTenant({ noun: 'Attribute', table: sql`custom_attribute`, alias: sql`a` });

/** Finds a definition. */
export const findDefinition = (tx: Tx, actor: Actor, id: string): Promise<AttributeRow> => guard.find(tx, actor, id, { columns });

/** Locks a definition for a change of it. */
export const lockDefinition = (tx: Tx, actor: Actor, id: string): Promise<AttributeRow> => guard.lock(tx, actor, id, { columns });

/**
 * Finds a definition by its id or business id for a new value, and keeps it unchanged until the transaction ends.
 * @rule datasets.attribute.business-id
 * @rule datasets.attribute.unknown
 */
export async function holdDefinition(tx: Tx, tenant: string, id: string): Promise<AttributeRow> {
  const row = await tx.one<AttributeRow>(sql`
    select ${columns}
    from custom_attribute a
    where a.tenant_id = ${tenant}
      and ${hasIdForm(id) ? sql`a.id = ${id}` : sql`a.business_id = ${id}`}
    for share of a`);
  return requireFound(row, 'Attribute', id);
}

/** Selects the business ids of a tenant. */
export const selectBusinessIds = async (tx: Tx, tenant: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx.rows<{ business_id: string }>(sql`
        select business_id
        from custom_attribute
        where tenant_id = ${tenant}`)
    ).map((row) => row.business_id),
  );

/** The fields of a definition that callers write. */
type WrittenAttribute = Pick<AttributeRow, 'id' | 'label' | 'description' | 'mandatory'> & {
  choices: readonly string[];
  defaults: readonly string[];
  author: string;
};

/** Adds a definition. */
export const insertAttribute = (
  tx: Tx,
  attribute: WrittenAttribute & { tenant: string; businessId: string; type: 'text' | 'enum' },
): Promise<unknown> =>
  tx.rows(sql`
    insert into custom_attribute (id, tenant_id, business_id, label, description, type, mandatory, choices, defaults, created_by, updated_by)
    values (${attribute.id}, ${attribute.tenant}, ${attribute.businessId}, ${attribute.label}, ${attribute.description}, ${attribute.type},
      ${attribute.mandatory}, ${[...attribute.choices]}::text[], ${[...attribute.defaults]}::text[], ${attribute.author}, ${attribute.author})`);

/** Changes a definition. */
export const updateAttribute = (tx: Tx, attribute: WrittenAttribute): Promise<unknown> =>
  tx.rows(sql`
    update custom_attribute
    set label = ${attribute.label},
        description = ${attribute.description},
        mandatory = ${attribute.mandatory},
        choices = ${[...attribute.choices]}::text[],
        defaults = ${[...attribute.defaults]}::text[],
        updated_by = ${attribute.author},
        updated_at = now()
    where id = ${attribute.id}`);

/** Selects the values that datasets have and that are not in a list. */
export const selectUsedChoices = async (tx: Tx, id: string, choices: readonly string[]): Promise<string[]> =>
  (
    await tx.rows<{ value: string }>(sql`
      select distinct w.value
      from custom_attribute_value v
      cross join lateral unnest(v."values") w (value)
      where v.attribute_id = ${id}
        and not w.value = any (${[...choices]}::text[])
      order by w.value`)
  ).map(({ value }) => value);

/** Deletes a definition with its values, and returns the datasets that had one. */
export async function removeAttribute(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ dataset_id: string }>(sql`
    delete from custom_attribute_value
    where attribute_id = ${id}
    returning dataset_id`);
  await tx.rows(sql`
    delete from custom_attribute
    where id = ${id}`);
  return rows.map((row) => row.dataset_id);
}

/** An attribute of a dataset; values are null if the default applies. */
export type DatasetAttributeRow = Pick<AttributeRow, 'id' | 'business_id' | 'label' | 'defaults'> & { values: string[] | null };

/** Selects a page of the attributes of a dataset. */
export const selectDatasetAttributes = (
  tx: Tx,
  tenant: string,
  dataset: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<DatasetAttributeRow[]> =>
  tx.rows(sql`
    select a.id, a.business_id, a.label, a.defaults, v."values"
    from custom_attribute a
    left join custom_attribute_value v on v.attribute_id = a.id and v.dataset_id = ${dataset}
    where a.tenant_id = ${tenant}
    order by lower(a.label), a.id
    limit ${limit}
    offset ${offset}`);

/** Sets the value of an attribute of a dataset. */
export const upsertValue = (tx: Tx, dataset: string, attribute: string, values: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    insert into custom_attribute_value (dataset_id, attribute_id, "values")
    values (${dataset}, ${attribute}, ${[...values]}::text[])
    on conflict (dataset_id, attribute_id) do update
    set "values" = excluded."values"`);

/**
 * Removes the value of an attribute of a dataset: the default applies again.
 * @rule datasets.attribute.reset
 */
export const removeValue = (tx: Tx, dataset: string, attribute: string): Promise<unknown> =>
  tx.rows(sql`
    delete from custom_attribute_value
    where dataset_id = ${dataset}
      and attribute_id = ${attribute}`);
