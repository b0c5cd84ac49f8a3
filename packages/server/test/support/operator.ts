/** A fake operator of a dynamic engine: it uses the real protocol over HTTP and has no cluster. The test decides each of its calls. */
import assert from 'node:assert/strict';
import type { Schema } from '@millrace/contract';
import { sql } from '../../src/core/database/sql.ts';
import type { Answer, TestServer } from './server.ts';

/** A paired fake operator. */
export type StandInOperator = ReturnType<typeof operatorWithCredential>;

type Report = Partial<Schema<'ObservedState'>>;
type Status = Schema<'DynamicEngineGlobalStatus'>;

/** Makes a dynamic engine with its operator. */
export async function standInOperator(server: TestServer, tenant?: string): Promise<StandInOperator> {
  const { id, credential } = await server.make.dynamicEngine(tenant === undefined ? {} : { tenant });
  return operatorWithCredential(server, id, credential);
}

/** Returns an operator that uses a credential. */
export function operatorWithCredential(server: TestServer, id: string, credential: string) {
  const operator = {
    id,
    credential,

    /** Reads the desired state. */
    desired: async (query: { revision?: number; waitMilliseconds?: number } = {}): Promise<Schema<'DesiredState'>> => {
      const answer = await server.call('GET /engine/v1/dynamic-engine', { token: credential, query });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    },

    /** Sends a report as it is. */
    send: (body: unknown): Promise<Answer> => server.call('PUT /engine/v1/dynamic-engine/status', { token: credential, body }),

    /** Reports a running engine, with the fields that the test gives. */
    report: async (report: Report = {}): Promise<number> => {
      const answer = await operator.send({ version: '0.1.0', revision: 0, infra: { status: 'RUNNING' }, environments: [], ...report });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await operator.moveReport('1 hour');
      return answer.body.revision;
    },

    /** Reports the status of each environment of the desired state, or of the given assignments. */
    reportAll: async (status: Status, links?: readonly string[]): Promise<void> => {
      const { environments, revision } = await operator.desired();
      const named = links ?? environments.map(({ linkId }) => linkId);
      await operator.report({ revision, environments: named.map((linkId) => ({ linkId, status })) });
    },

    /** Moves the time of the last report, from now. One in the future does not become old while a slow machine runs the test. */
    moveReport: (interval: string): Promise<unknown> =>
      server.platform.db.writer.rows(sql`update dynamic_engine set reported_at = now() + ${interval}::interval where id = ${id}`),

    /** Lets the last report be 11 seconds old. */
    fallSilent: (): Promise<unknown> => operator.moveReport('-11 seconds'),
  };
  return operator;
}

/** Assigns an environment to an engine. Returns the id of the assignment. */
export async function assignTo(server: TestServer, environmentId: string, dynamicEngineId: string): Promise<string> {
  const { status, headers } = await server.call('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
    path: { environmentId },
    query: { dynamicEngineId },
  });
  assert.equal(status, 202);
  return headers.get('location') ?? '';
}
