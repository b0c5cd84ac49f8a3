/** Makers of resources, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { workspace(): Promise<{ id: string }> };

/** Makes resources. */
export const resourceMakers = ({ db, name }: Making, made: Needs) => ({
  /** A resource whose content is not in the blob store: for tests that do not use the content. */
  resource: async (
    options: { workspace?: string; name?: string; description?: string; file?: boolean } = {},
  ): Promise<{ id: string; name: string; workspace: string; hash: string }> => {
    const workspace = options.workspace ?? (await made.workspace()).id;
    const id = newId();
    const resource = { id, name: options.name ?? name('Resource'), workspace, hash: id.replaceAll('-', '').padEnd(64, '0') };
    await db.transaction(async (tx) => {
      await tx.rows(sql`insert into blob (hash, key, size) values (${resource.hash}, ${newId()}, 1)`);
      await tx.rows(sql`
        insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
        select ${id}, tenant_id, id, ${resource.name}, ${options.description ?? null}, ${options.file ?? true}, ${resource.hash}
        from workspace
        where id = ${workspace}`);
    });
    return resource;
  },
});
