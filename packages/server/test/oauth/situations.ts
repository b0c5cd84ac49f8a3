/** Changes of the client, the user or the token before a request. */
import { sql } from '../../src/core/database/sql.ts';
import { letDevicesAge } from '../../src/features/oauth/oauth/devices/devices.fixture.ts';
import type { TestServer } from '../support/server.ts';
import { expireCodes, type GoodRequest } from './requests.ts';

type Situation = (server: TestServer, good: GoodRequest) => Promise<unknown>;

const disableUser = ({ call }: TestServer, id: string) =>
  call('PATCH /api/v1/users/{id}', { path: { id }, body: [{ op: 'replace', path: '/status', value: 'disabled' }] });

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'deleted client': ({ call }, { client: { id } }) =>
    call('DELETE /api/v1/oauth-clients/{id}', { path: { id }, headers: { 'service-confirm-delete': id } }),
  'no connection config': ({ call }, { client: { id } }) =>
    call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id } }),
  'disabled user': (server, { account }) => disableUser(server, account),
  '61 seconds later': (server) => expireCodes(server),
  '10 minutes later': (server) => letDevicesAge(server, '601 s'),
  used: ({ call }, { path, fields, headers }) => call(`POST ${path}`, { token: undefined, body: fields, headers }),
  'ended grant': ({ platform }, { account }) => platform.db.writer.rows(sql`delete from oauth_grant where account_id = ${account}`),
  'grant type not allowed': ({ call }, { client: { id } }) =>
    call('PATCH /api/v1/oauth-clients/{id}', { path: { id }, body: [{ op: 'replace', path: '/allowedGrantTypes', value: [] }] }),
};

/** Brings about a situation of the table of negative cases. */
export async function bringAbout(server: TestServer, name: string, good: GoodRequest): Promise<void> {
  const situation = SITUATIONS[name];
  if (!situation) throw new Error(`negative-cases.tsv: there is no situation '${name}'`);
  await situation(server, good);
}
