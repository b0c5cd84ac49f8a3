import { networkOf } from '../../../../core/base/addresses.ts';
import type { PageAnswer, PageCall } from '../../../../core/http/page.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';
import { userCodeBudgets, answerTooManyTries, ownPage, returnTries, takeTries } from '../../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../../security/audit-log/index.ts';
import { codeForm, decidedPage, decisionPage } from './device-pages.ts';
import { hashOfUserCode } from './hash-of-user-code.ts';
import { allowDevice, findWaiting, refuseDevice, type WaitingDevice } from './queries.ts';
import { readUserCode, spacedUserCode } from './user-codes.ts';

const UNKNOWN = 'No device waits with this code. Check the letters; a code works for ten minutes and once.';

/**
 * Shows the form for the code. A code in the address only fills the field: the person compares it with the device.
 * @rule oauth.device.session
 */
export const showDevice = ownPage(
  'GET /device',
  async (call) => codeForm(call, { code: typedCode(call.query) }),
  (call) => {
    const code = typedCode(call.query);
    return code === '' ? '/device' : `/device?user_code=${code}`;
  },
);

/** Shows the request of the device that has a code. */
export const submitDevice = ownPage(
  'POST /device',
  (call, session) => withDevice(call, session, async (code, _hash, device) => decisionPage(call, session.actor.login, code, device)),
  () => '/device',
);

/**
 * Allows or refuses the request of a device.
 * @rule oauth.device.decided-once
 */
export const decideDevice = ownPage(
  'POST /device/decision',
  (call, session) =>
    withDevice(call, session, async (_code, hash, { client_name: name }) => {
      if (call.form.get('decision') !== 'allow') {
        await refuseDevice(call.db.writer, hash);
        return decidedPage('Refused', `The device of ${name} cannot act for you.`);
      }
      const isAllowed = await call.db.transaction(async (tx) => {
        if (!(await allowDevice(tx, hash, session))) return false;
        await recordPageChange(tx, call, session.actor, { page: '/device/decision', status: 200 });
        return true;
      });
      if (!isAllowed) return codeForm(call, { status: 404, error: UNKNOWN });
      return decidedPage(
        'The device is signed in',
        `${name} acts for you from now on. You can go back to the device and close this window.`,
      );
    }),
  () => '/device',
);

/** The code in a query, in the form for people; empty if it is not a valid code. */
function typedCode(query: URLSearchParams): string {
  const code = readUserCode(query.get('user_code') ?? '');
  return code === undefined ? '' : spacedUserCode(code);
}

type Work = (code: string, hash: Buffer, device: WaitingDevice) => Promise<PageAnswer>;

/**
 * Runs `work` with the device of the code in a form. A wrong code counts as a failed try.
 * @rule oauth.device.tries
 * @rule oauth.device.tenant
 */
async function withDevice(call: PageCall, { actor }: FoundSession, work: Work): Promise<PageAnswer> {
  const typed = (call.form.get('user_code') ?? '').trim();
  const refused = async (status: number, error: string): Promise<PageAnswer> => codeForm(call, { status, error, code: typed });
  return answerTooManyTries(async () => {
    const { reader, writer } = call.db;
    const tries = userCodeBudgets(call, actor.id, networkOf(call.client.address));
    await takeTries(writer, tries);
    const code = readUserCode(typed);
    const hash = code === undefined ? undefined : hashOfUserCode(call, code);
    const device = hash && (await findWaiting(reader, hash, actor.tenant));
    if (!code || !hash || !device) return refused(404, UNKNOWN);
    await returnTries(writer, tries);
    if (!device.is_used)
      return refused(
        403,
        `Your organisation does not use ${device.client_name}: ask an administrator for a connection config of this OAuth client.`,
      );
    return work(code, hash, device);
  }, refused);
}
