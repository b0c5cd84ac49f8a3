/** Functions for tests of explanations. */
import assert from 'node:assert/strict';
import type { Schema } from '@millrace/contract';
import { EXPLANATION_VALUES } from '@millrace/contract/explanation-texts';
import { sql } from '../../src/core/database/sql.ts';
import type { TestServer } from './server.ts';

/** Returns functions that start executions and read their explanations. */
export function explanationsOf({ call, platform: { db } }: TestServer) {
  async function explain(executionId: string): Promise<Schema<'Explanation'>> {
    const { status, body } = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } });
    assert.equal(status, 200, JSON.stringify(body));
    for (const { code, evidence } of (body as Schema<'Explanation'>).reasons)
      for (const value of Object.keys(evidence))
        assert.ok(([...EXPLANATION_VALUES[code]] as string[]).includes(value), `${code} has ${value}`);
    return body;
  }
  return {
    start: async (executable: string): Promise<string> =>
      (await call('POST /processing/executions', { body: { executable } })).body.executionId,
    explain,
    codesOf: async (id: string): Promise<string[]> => (await explain(id)).reasons.map((one) => one.code),

    /** Reads an explanation with its first reason. */
    first: async (id: string) => {
      const explanation = await explain(id);
      const [reason = assert.fail()] = explanation.reasons;
      return { ...explanation, ...reason };
    },

    /** Moves the last heartbeat of an engine into the past. */
    silence: (engine: string, interval: string) =>
      db.writer.rows(sql`update engine set last_beat_at = now() - ${interval}::interval where id = ${engine}`),
  };
}
