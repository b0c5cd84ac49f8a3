/** Devices, and people that decide about their requests, for tests. */
import { sql } from '../../../../core/database/sql.ts';
import { Browser, type SeenPage } from '../../../../../test/support/browser.ts';
import type { Answer, TestServer } from '../../../../../test/support/server.ts';
import { askToken, type TestClient } from '../clients/oauth.fixture.ts';

/** The codes of a device. */
export type DeviceCodes = { device_code: string; user_code: string };

type Server = Pick<TestServer, 'call' | 'make' | 'platform' | 'url'>;

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Asks for codes. */
export const askCodes = ({ call }: Pick<TestServer, 'call'>, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call('POST /oauth/device_authorization', { token: undefined, body, headers });

/** Asks for the tokens of a device. */
export const askDeviceToken = (server: Pick<TestServer, 'call'>, { id }: Pick<TestClient, 'id'>, code: string): Promise<Answer> =>
  askToken(server, { grant_type: GRANT_TYPE, client_id: id, device_code: code });

/** Moves the last requests for tokens of all devices into the past, as if the devices had waited. */
export const letDevicesWait = ({ platform }: Pick<TestServer, 'platform'>): Promise<unknown> =>
  platform.db.writer.rows(sql`
    update oauth_device_code
    set polled_at = polled_at - interval '1 minute'`);

/** Moves the creation of all device codes into the past. */
export const letDevicesAge = ({ platform }: Pick<TestServer, 'platform'>, age: string): Promise<unknown> =>
  platform.db.writer.rows(sql`
    update oauth_device_code
    set created_at = created_at - ${age}::interval`);

/** A person with a browser and an open session in it. */
export async function signedInPerson(server: Server, options: Parameters<Server['make']['person']>[0] = {}) {
  const person = await server.make.person(options);
  const browser = new Browser(server.url);
  await browser.signIn(person.login, person.password);
  return { ...person, browser };
}

/** Types a code on the page, and returns the page that follows. */
export const typeCode = async (browser: Browser, code: string): Promise<SeenPage> =>
  browser.send(await browser.open('/device'), { user_code: code });

/** Types a code and decides. */
export const decide = async (browser: Browser, code: string, decision: 'allow' | 'refuse'): Promise<SeenPage> =>
  browser.send(await typeCode(browser, code), { decision });
