/** The pages on which a person decides about the request of a device. */
import { SCOPES } from '@millrace/contract';
import { networkOf } from '../../../../core/base/addresses.ts';
import type { PageAnswer, PageCall } from '../../../../core/http/page.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';
import {
  alertOf,
  answerTooManyTries,
  budgetOf,
  fieldOf,
  guardForm,
  html,
  ownPage,
  returnTries,
  shownTime,
  showPage,
  takeTries,
} from '../../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../../security/audit-log/index.ts';
import { allowDevice, findWaiting, hashOfUserCode, readUserCode, refuseDevice, spacedUserCode, type WaitingDevice } from './devices.ts';

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
    const address = networkOf(call.client.address);
    const tries = [budgetOf(call, 'user codes of', actor.id), budgetOf(call, 'user codes at', address)];
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

/** The form for the code that the device shows. */
function codeForm(call: PageCall, shown: { code?: string; status?: number; error?: string } = {}): PageAnswer {
  const { field, headers } = guardForm(call);
  return showPage({
    title: 'Sign in on a device',
    status: shown.status ?? 200,
    headers,
    section: html`${alertOf(shown.error)}
      <form method="post" action="/device">
        ${field}
        ${fieldOf({
          name: 'user_code',
          label: 'Code that the device shows',
          autocomplete: 'off',
          value: shown.code ?? '',
          hint: 'Eight letters, as in BCDF-GHJK.',
          focus: true,
        })}
        <button>Continue</button>
      </form>`,
  });
}

/**
 * The request of a device, with the buttons that decide about it.
 * @rule oauth.device.page
 */
function decisionPage(call: PageCall, login: string, code: string, device: WaitingDevice): PageAnswer {
  const { field, headers } = guardForm(call);
  return showPage({
    title: 'Allow the device?',
    headers,
    body: html`<section>
      <h1>Allow ${device.client_name}?</h1>
      <p class="bad" role="note">
        Allow this only if you have started this sign-in yourself, and your device shows the code <code>${spacedUserCode(code)}</code>. If
        someone has sent you the code, refuse: they would act in your name.
      </p>
      <p><strong>${device.client_name}</strong> asks to act for you, <strong>${login}</strong>. It could:</p>
      <ul>
        ${device.scopes.map((name) => html`<li>${SCOPES[name]?.description ?? name}</li>`)}
      </ul>
      <dl>
        <dt>Requested from</dt>
        <dd>${device.address}</dd>
        <dt>Program</dt>
        <dd>${device.user_agent === '' ? 'unknown' : device.user_agent}</dd>
        <dt>Time</dt>
        <dd>${shownTime(device.created_at)}</dd>
        ${
          device.client_uri !== null &&
          html`<dt>Website</dt>
            <dd>${device.client_uri}</dd>`
        }
      </dl>
      <form method="post" action="/device/decision" class="line">
        ${field}<input type="hidden" name="user_code" value="${code}" />
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="refuse" class="plain">Refuse</button>
      </form>
    </section>`,
  });
}

/** The result of a decision. */
const decidedPage = (title: string, words: string): PageAnswer =>
  showPage({
    title,
    section: html`<p role="status">${words}</p>
      <p><a href="/account">Your account</a></p>`,
  });
