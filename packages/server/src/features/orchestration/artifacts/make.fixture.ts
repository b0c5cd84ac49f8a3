/** Makers of artifacts, for tests. */
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { workspace(): Promise<{ id: string }> };

/** Makes artifacts. */
export const artifactMakers = ({ db, name }: Making, made: Needs) => ({
  /** A published artifact version whose content is not in the blob store: for tests that do not run it. */
  artifact: async (
    options: {
      workspace?: string;
      name?: string;
      version?: string;
      type?: string;
      parameters?: unknown[];
      layout?: 'inline' | 'millrace';
    } = {},
  ): Promise<{ id: string; versionId: string; version: string; name: string; workspace: string }> => {
    const workspace = options.workspace ?? (await made.workspace()).id;
    const artifact = {
      id: newId(),
      versionId: newId(),
      version: options.version ?? '1.0.0.20260101010000',
      name: options.name ?? name('Artifact'),
      workspace,
    };
    const hash = artifact.versionId.replaceAll('-', '').padEnd(64, '0');
    await db.transaction(async (tx) => {
      await tx.rows(sql`insert into blob (hash, key, size) values (${hash}, ${newId()}, 1)`);
      await tx.rows(sql`
        insert into artifact (id, tenant_id, workspace_id, name, type)
        select ${artifact.id}, tenant_id, id, ${artifact.name}, ${options.type ?? 'standard'}
        from workspace
        where id = ${workspace}`);
      await tx.rows(sql`
        insert into artifact_version (
          id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash)
        select ${artifact.versionId}, ${artifact.id}, ${artifact.version}, owner_id, 'admin', 'HUMAN', 'Test', ${json(options.parameters ?? [])},
               ${options.layout ?? 'inline'}, ${hash}
        from workspace
        where id = ${workspace}`);
    });
    return artifact;
  },
});
