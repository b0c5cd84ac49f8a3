/** Makers of engines, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { tenant(): Promise<string>; environment(options: { tenant: string }): Promise<string> };

/** Makes engines. */
export const engineMakers = ({ db, identity: { tokens }, name }: Making, made: Needs) => ({
  /** A paired engine with its credential. */
  engine: async (
    options: { environment?: string; workspace?: string; name?: string; tenant?: string } = {},
  ): Promise<{ id: string; environment: string; credential: string }> => {
    const tenant = options.tenant ?? (await made.tenant());
    const environment = options.environment ?? (await made.environment({ tenant }));
    const id = newId();
    const { secret, hash } = tokens.create('engine');
    await db.writer.rows(sql`
      insert into engine (id, tenant_id, environment_id, workspace_id, runtime_id, name, credential_hash, paired_at, last_beat_at)
      values (${id}, ${tenant}, ${environment}, ${options.workspace ?? null}, ${crypto.randomUUID()}, ${options.name ?? name('Engine')}, ${hash}, now(), now())`);
    return { id, environment, credential: secret };
  },
});
