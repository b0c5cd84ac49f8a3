/** Makers of dynamic engines, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { tenant(): Promise<string> };

/** Makes dynamic engines. */
export const dynamicEngineMakers = ({ db, identity: { tokens }, name }: Making, made: Needs) => ({
  /** A connected dynamic engine with the credential of its operator. Its report does not become old while a slow machine runs the test. */
  dynamicEngine: async (options: { tenant?: string; name?: string } = {}): Promise<{ id: string; credential: string }> => {
    const id = newId();
    const { secret, hash } = tokens.create('dynamicEngine');
    await db.writer.rows(sql`
      insert into dynamic_engine (
        id, tenant_id, name, created_by, updated_by, version, credential_hash, credential_expires_at, paired_at, reported_at, live_since)
      values (
        ${id}, ${options.tenant ?? (await made.tenant())}, ${options.name ?? name('Dynamic engine')}, 'admin', 'admin', '0.1.0', ${hash},
        now() + interval '30 days', now(), now() + interval '1 hour', now())`);
    return { id, credential: secret };
  },
});
