/** A connection of the catalogue with datasets, and people with levels on them, for tests. */
import assert from 'node:assert/strict';
import { sql } from '../../../core/database/sql.ts';
import type { TestServer } from '../../../../test/support/server.ts';

/** The levels by number, as the table of sharings has them. */
export const READER = 1;
/** May change the entity. */
export const WRITER = 2;
/** May delete the entity, too. */
export const OWNER = 3;

/** Makes connections and datasets of the administrator, and people with levels. */
export async function catalogScene(server: TestServer) {
  const { call, make, platform } = server;
  const workspace = await make.workspace();
  const connection = async (body: object = {}): Promise<string> => {
    const properties = { jdbcUrl: 'jdbc:postgresql://warehouse.example.com:5432/finance', username: 'loader' };
    const sent = { label: `connection ${crypto.randomUUID()}`, workspaceId: workspace.id, properties, ...body };
    const { status, body: made } = await call('POST /connections', { body: sent });
    assert.equal(status, 201, JSON.stringify(made));
    return made.id;
  };
  const shared = await connection();
  const dataset = async (body: object = {}): Promise<string> => {
    const sent = { label: `dataset ${crypto.randomUUID()}`, connectionId: shared, ...body };
    const { status, body: made } = await call('POST /datasets', { body: sent });
    assert.equal(status, 201, JSON.stringify(made));
    return made.id;
  };
  const share = (type: string, id: string, user: string, level: number): Promise<unknown> =>
    platform.db.writer.rows(sql`
      insert into sharing (user_id, entity_type, entity_id, level, shared_by)
      values (${user}, ${type}, ${id}, ${level}, ${user})`);
  return {
    workspace,
    connection: shared,
    makeConnection: connection,
    dataset,
    share,
    /** Makes a person with a level on an entity, and returns the token of this person. */
    person: async (type: string, id: string, level: number): Promise<string> => {
      const user = await make.user();
      await share(type, id, user.id, level);
      return user.token;
    },
    read: async (datasetId: string, token?: string) =>
      (await call('GET /datasets/{datasetId}', { path: { datasetId }, ...(token !== undefined && { token }) })).body,
  };
}
