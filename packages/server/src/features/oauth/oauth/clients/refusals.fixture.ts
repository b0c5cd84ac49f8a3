/** Reads the recorded refusals of OAuth clients, for tests. */
import assert from 'node:assert/strict';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import type { TestServer } from '../../../../../test/support/server.ts';
import type { TestClient } from './oauth.fixture.ts';

/** The operation that lists the refusals of a client. */
export const REFUSALS = 'GET /api/v1/oauth-clients/{id}/refusals';

/** A secret that no refusal may contain. */
export const UNSTORED_SECRET = 'mro_a-secret-that-must-not-be-stored';

/** A recorded refusal, as the list shows it. */
type RecordedRefusal = {
  code: string;
  reason: string;
  advice: string;
  endpoint: string;
  grantType?: string;
  address: string;
  number: number;
};

/** The fields of a request by which a client asks for a token for itself. */
export const clientCredentialsRequest = (client: TestClient): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_id: client.id,
  client_secret: client.secret,
});

/** Binds the readers of refusals to a server. */
export function refusalsAt({ call, platform }: TestServer) {
  /** Stores the refusals that wait, and returns those of a client, the newest first. */
  async function recordedRefusals({ id }: { id: string }): Promise<RecordedRefusal[]> {
    await runTimer(platform, 'store-client-refusals');
    const { status, body } = await call(REFUSALS, { path: { id }, query: { limit: '100' } });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  /** Asserts that the newest entry of a client names the cause of a refusal, and clears the list. */
  async function assertRefusal(client: { id: string }, code: string, reason: RegExp, endpoint = '/oauth/token'): Promise<RecordedRefusal> {
    const [entry, ...more] = await recordedRefusals(client);
    assert.ok(entry, `no refusal is recorded; expected ${reason}`);
    assert.deepEqual([entry.code, entry.endpoint, more], [code, endpoint, []], entry.reason);
    assert.match(entry.reason, reason);
    assert.ok(entry.advice.length > 10 && entry.address !== '');
    await platform.db.writer.rows(sql`delete from oauth_refusal`);
    return entry;
  }

  return { recordedRefusals, assertRefusal };
}
