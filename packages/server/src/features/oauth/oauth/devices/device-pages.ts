/** The pages on which a person decides about the request of a device. */
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
  textsFor,
  type PageTexts,
  wordsOfScopes,
} from '../../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../../security/audit-log/index.ts';
import {
  allowDevice,
  findWaitingDevice,
  hashOfUserCode,
  readUserCode,
  refuseDevice,
  spacedUserCode,
  type WaitingDevice,
} from './devices.ts';

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
      const text = textsFor(call);
      if (call.form.get('decision') !== 'allow') {
        await refuseDevice(call.db.writer, hash);
        return decidedPage(text, text('deviceRefused'), text('deviceCannotAct', { name }));
      }
      const isAllowed = await call.db.transaction(async (tx) => {
        if (!(await allowDevice(tx, hash, session))) return false;
        await recordPageChange(tx, call, session.actor, { page: '/device/decision', status: 200 });
        return true;
      });
      if (!isAllowed) return codeForm(call, { status: 404, error: text('deviceUnknown') });
      return decidedPage(text, text('deviceSignedIn'), text('deviceActs', { name }));
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
  const text = textsFor(call);
  const typed = (call.form.get('user_code') ?? '').trim();
  const refused = async (status: number, error: string): Promise<PageAnswer> => codeForm(call, { status, error, code: typed });
  const decide = async (): Promise<PageAnswer> => {
    const { reader, writer } = call.db;
    const address = networkOf(call.client.address);
    const tries = [budgetOf(call, 'user codes of', actor.id), budgetOf(call, 'user codes at', address)];
    await takeTries(writer, tries);
    const code = readUserCode(typed);
    const hash = code === undefined ? undefined : hashOfUserCode(call, code);
    const device = hash && (await findWaitingDevice(reader, hash, actor.tenant));
    if (!code || !hash || !device) return refused(404, text('deviceUnknown'));
    await returnTries(writer, tries);
    return device.is_used ? work(code, hash, device) : refused(403, text('deviceNotUsed', { name: device.client_name }));
  };
  return answerTooManyTries(decide, refused, text);
}

/** The form for the code that the device shows. */
function codeForm(call: PageCall, shown: { code?: string; status?: number; error?: string } = {}): PageAnswer {
  const text = textsFor(call);
  const { field, headers } = guardForm(call);
  return showPage({
    text,
    title: text('deviceSignIn'),
    status: shown.status ?? 200,
    headers,
    section: html`${alertOf(shown.error)}
      <form method="post" action="/device">
        ${field}
        ${fieldOf({
          name: 'user_code',
          label: text('deviceCode'),
          autocomplete: 'off',
          value: shown.code ?? '',
          hint: text('deviceCodeHint'),
          focus: true,
        })}
        <button>${text('continue')}</button>
      </form>`,
  });
}

/**
 * The request of a device, with the buttons that decide about it.
 * @rule oauth.device.page
 */
function decisionPage(call: PageCall, login: string, code: string, device: WaitingDevice): PageAnswer {
  const text = textsFor(call);
  const { field, headers } = guardForm(call);
  const name = device.client_name;
  // The code stands out in its sentence, wherever the language has it.
  const [before = '', after = ''] = text('deviceWarning', { code: '\n' }).split('\n');
  return showPage({
    text,
    title: text('allowDevice', { name }),
    headers,
    section: html`<p class="bad" role="note">${before}<code>${spacedUserCode(code)}</code>${after}</p>
      <p>${text('deviceAsks', { name, login })}</p>
      <ul>
        ${wordsOfScopes(text, device.scopes).map((words) => html`<li>${words}</li>`)}
      </ul>
      <dl>
        <dt>${text('requestedFrom')}</dt>
        <dd>${device.address}</dd>
        <dt>${text('program')}</dt>
        <dd>${device.user_agent === '' ? text('unknownProgram') : device.user_agent}</dd>
        <dt>${text('time')}</dt>
        <dd>${shownTime(device.created_at)}</dd>
        ${
          device.client_uri !== null &&
          html`<dt>${text('website')}</dt>
            <dd>${device.client_uri}</dd>`
        }
      </dl>
      <form method="post" action="/device/decision" class="line">
        ${field}<input type="hidden" name="user_code" value="${code}" />
        <button name="decision" value="allow">${text('allow')}</button>
        <button name="decision" value="refuse" class="plain">${text('refuse')}</button>
      </form>`,
  });
}

/** The result of a decision. */
const decidedPage = (text: PageTexts, title: string, words: string): PageAnswer =>
  showPage({
    text,
    title,
    section: html`<p role="status">${words}</p>
      <p><a href="/account">${text('yourAccount')}</a></p>`,
  });
