import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { callbackPath } from '../../../../test/support/identity-provider.ts';
import { AGAIN, emailOf, newSubject, SIGN_IN_TABLES, startSingleSignOn, verified } from '../../../../test/support/single-sign-on.ts';

const { provider, server } = await startSingleSignOn();
const { count, make, platform, url } = server;
const { db } = platform;

describe('sign-in.openid.browser', () => {
  const subject = newSubject();
  const refused = async (browser: Browser, callback: string): Promise<void> => {
    const before = await count(...SIGN_IN_TABLES, 'audit_entry');
    const answer = await browser.open(callback);
    assert.deepEqual([answer.status, answer.alert], [403, AGAIN]);
    assert.deepEqual(await count(...SIGN_IN_TABLES, 'audit_entry'), before);
  };
  const begin = async () => {
    provider.people.set(subject, verified(emailOf(await make.user())));
    const browser = new Browser(url);
    return { browser, callback: await callbackPath(browser, subject) };
  };

  test('sign-in.openid.browser: a wrong state, and none', async () => {
    const { browser, callback } = await begin();
    await refused(browser, callback.replace(/state=[\w-]{10}/, 'state=0123456789'));
    await refused(browser, callback.replace(/&?state=[\w-]+/, ''));
    await refused(browser, '/login/openid/callback');
    assert.equal((await browser.open(callback)).status, 303, 'the sign-in that had begun can be finished');
  });

  test('sign-in.openid.browser: the state of another browser', async () => {
    const { browser, callback } = await begin();
    await refused(new Browser(url), callback);
    const { browser: other } = await begin();
    await refused(other, callback);
    assert.equal((await browser.open(callback)).status, 303);
  });

  test('sign-in.openid.browser: a callback is accepted once, also if two come at once', async () => {
    const { browser, callback } = await begin();
    const { cookie } = browser;
    const answers = await Promise.all([1, 2].map(() => new Browser(url, { cookie }).open(callback)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403]);
    await refused(new Browser(url, { cookie }), callback);
  });

  test('sign-in.openid.browser: a sign-in expires after ten minutes', async () => {
    const { browser, callback } = await begin();
    await db.writer.rows(sql`update openid_flow set expires_at = expires_at - interval '10 minutes'`);
    await refused(browser, callback);
    await begin();
    assert.deepEqual(await count('openid_flow'), { openid_flow: 1 }, 'the next sign-in removes expired flows');
  });

  test('sign-in.openid.browser: another process of the install finishes the sign-in', async () => {
    const { browser, callback } = await begin();
    platform.cache.clear();
    assert.equal((await browser.open(callback)).status, 303);
  });
});
