/** Requests of devices, and the decisions of people about them, for tests. */
import { sql } from '../../../../core/database/sql.ts';
import type { Browser, SeenPage } from '../../../../../test/support/browser.ts';
import type { Answer, TestServer } from '../../../../../test/support/server.ts';
import { askToken, type TestClient } from '../clients/oauth.fixture.ts';

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

/** Types a code on the page, and returns the page that follows. */
export const typeCode = async (browser: Browser, code: string): Promise<SeenPage> =>
  browser.send(await browser.open('/device'), { user_code: code });

/** Types a code and decides. */
export const decide = async (browser: Browser, code: string, decision: 'allow' | 'refuse'): Promise<SeenPage> =>
  browser.send(await typeCode(browser, code), { decision });
