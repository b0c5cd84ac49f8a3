/** The pages on which a person decides about the request of a device. */
import { SCOPES } from '@millrace/contract';
import type { PageAnswer, PageCall } from '../../../../core/http/page.ts';
import { alertOf, fieldOf, guardForm, html, showPage, shownTime } from '../../../accounts/sign-in/index.ts';
import type { WaitingDevice } from './queries.ts';
import { spacedUserCode } from './user-codes.ts';

/** The form for the code that the device shows. */
export function codeForm(call: PageCall, shown: { code?: string; status?: number; error?: string } = {}): PageAnswer {
  const { field, headers } = guardForm(call);
  return showPage({
    title: 'Sign in on a device',
    status: shown.status ?? 200,
    headers,
    body: html`<section>
      <h1>Sign in on a device</h1>
      ${alertOf(shown.error)}
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
      </form>
    </section>`,
  });
}

/**
 * The request of a device, with the buttons that decide about it.
 * @rule oauth.device.page
 */
export function decisionPage(call: PageCall, login: string, code: string, device: WaitingDevice): PageAnswer {
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
export const decidedPage = (title: string, words: string): PageAnswer =>
  showPage({
    title,
    body: html`<section>
      <h1>${title}</h1>
      <p role="status">${words}</p>
      <p><a href="/account">Your account</a></p>
    </section>`,
  });
