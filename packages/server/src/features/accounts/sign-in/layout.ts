/** The layout of every page: head, style and headers, fields and messages, and the tag `html` that escapes values. The pages have no script. */
import { createHash } from 'node:crypto';
import { MARK_ADDRESS, tokensOfSystem } from '@millrace/contract/design-tokens';
import type { Problem } from '../../../core/base/problem.ts';
import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import { type PageTexts, textsFor } from './page-texts.ts';

const STYLE = `${tokensOfSystem()}* { box-sizing: border-box }
body { margin: 0; font: 14px/1.45 var(--sans); color: var(--ink); background: var(--ground) }
main { max-width: 24rem; margin: 12vh auto 2rem; padding: 0 1rem }
main.wide { max-width: 44rem; margin-top: 2rem }
.brand { display: flex; gap: .5rem; align-items: center; margin: 0 0 1rem; font-size: 1rem; font-weight: 600 }
.brand img { width: 1.5rem; height: 1.5rem }
section { margin: 0 0 1rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--panel-corner) }
h1 { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 600; line-height: 1.75rem; overflow-wrap: anywhere }
h2 { margin: 0 0 .75rem; font-size: .9375rem; font-weight: 600 }
p { margin: 0 0 .75rem }
section > :last-child, section > form > :last-child { margin-bottom: 0 }
label { display: block; margin: 0 0 .25rem; font-size: .8125rem; font-weight: 500; color: var(--soft) }
.hint { margin: .25rem 0 0; font-size: .8125rem; color: var(--soft) }
.field { margin: 0 0 1rem }
input { width: 100%; min-height: 2.25rem; padding: .25rem .625rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: var(--corner) }
button, a.button { min-height: 2.25rem; padding: .375rem 1rem; font: inherit; font-weight: 600; line-height: 1.25rem; border: 1px solid var(--accent); border-radius: var(--corner) }
button { color: var(--on); background: var(--accent); cursor: pointer }
a.button { display: inline-block; color: var(--ink); border-color: var(--edge); text-decoration: none; overflow-wrap: anywhere }
button.plain { color: var(--ink); background: var(--card); border-color: var(--edge) }
button.plain:hover, a.button:hover { background: var(--hover) }
section > form > button { min-width: 8rem }
main:not(.wide) > section > form > button:only-of-type { width: 100% }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
.bad, .good { padding: .5rem .75rem; border: 1px solid; border-left-width: 3px; border-radius: var(--corner) }
.bad { color: var(--bad) }
.good { color: var(--good) }
code { font: .9em var(--mono); overflow-wrap: anywhere }
ul { margin: 0 0 .75rem; padding-left: 1.2rem }
ul.codes { columns: 2; padding: 0; list-style: none }
ul.rows { padding: 0; list-style: none }
ul.rows li { margin: 0; padding: .5rem 0; border-bottom: 1px solid var(--line) }
ul.rows li > :first-child { flex: 1 1 16rem; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 .75rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
.line { margin: 0 0 1rem; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; justify-content: space-between }
.line > * { margin: 0 }
svg.qr { display: block; width: 12rem; height: 12rem; margin: 0 0 1rem; background: #fff; border-radius: var(--corner) }
@media (max-width: 30rem) {
  main, main.wide { margin-top: 1.5rem }
  input { font-size: 16px }
}
`;

/** @rule sign-in.page.policy */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  // An address of a page may contain the token of a link.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
};

/** A time as pages show it. */
export const shownTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `text` contains the texts in the language of the page. `section` stands below the title in a section, `body` behind that section. */
type PageParts = {
  text: PageTexts;
  title: string;
  section?: Html;
  body?: Html;
  status?: number;
  isWide?: boolean;
  headers?: PageAnswer['headers'];
  refreshAddress?: string;
};

/** A page with a title and its content. With `refreshAddress`, the browser goes to that address at once. */
export function showPage({
  text: texts,
  title,
  section,
  body,
  status = 200,
  isWide = false,
  headers = {},
  refreshAddress,
}: PageParts): PageAnswer {
  const { text } = html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Millrace</title>
<link rel="icon" href="${MARK_ADDRESS}">
${refreshAddress !== undefined && html`<meta http-equiv="refresh" content="0; url='${refreshAddress.replaceAll("'", '%27')}'" />`}
<style>${new Html(STYLE)}</style>
</head>
<body>
<main${isWide && new Html(' class="wide"')}>
<p class="brand"><img src="${MARK_ADDRESS}" alt="" width="24" height="24">Millrace</p>
${
  section &&
  html`<section>
    <h1>${title}</h1>
    ${section}
  </section>`
}
${body}
</main>
</body>
</html>
`;
  return { status, html: text, headers: { ...HEADERS, ...headers } };
}

/** A redirect to a path of this server, or to an address of the identity provider. */
export const redirect = (path: string, headers: PageAnswer['headers'] = {}): PageAnswer => ({
  status: 303,
  headers: { ...HEADERS, location: path, ...headers },
});

/**
 * Sends the browser from a form to an address of another site, or to one that redirects to another site. Chromium applies `form-action` to all redirects
 * after a form, so a redirect would be blocked.
 * @rule sign-in.return.other-site
 */
export const leaveForm = (text: PageTexts, address: string, headers: PageAnswer['headers'] = {}): PageAnswer =>
  showPage({
    text,
    title: text('goingOn'),
    headers,
    refreshAddress: address,
    body: html`<section>
      <h1>${text('youGoOn')}</h1>
      <p>${text('goOnHint')}</p>
      <p><a href="${address}">${text('goOn')}</a></p>
    </section>`,
  });

/** Sends the browser to the next address after a sign-in by a form. For an OAuth client, the next address is at the site of the client. */
export function goOnSignedIn(text: PageTexts, returnTo: string, cookie: string): PageAnswer {
  const headers = { 'set-cookie': cookie };
  return returnTo.startsWith('/oauth/') ? leaveForm(text, returnTo, headers) : redirect(returnTo, headers);
}

/** A refusal that belongs to no form. Its message is the one of the API, in English. */
export const showRefusal = ({ status, message }: Problem, requestId: string, header: PageCall['header']): PageAnswer => {
  const text = textsFor({ header });
  return showPage({
    text,
    title: text('failed'),
    status,
    section: html`<p class="bad" role="alert" lang="en">${message}</p>
      <p><a href="/login">${text('signIn')}</a></p>
      <p class="hint">${text('request')} <code>${requestId}</code></p>`,
  });
};

/** An error of a form, as text above its fields; nothing without an error. */
export const alertOf = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p class="bad" role="alert" id="error">${message}</p>`;

/** A message that something was done; nothing without a message. */
export const noticeOf = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p class="good" role="status">${message}</p>`;

type Field = {
  name: string;
  label: string;
  type?: string;
  autocomplete: string;
  value?: string;
  hint?: string;
  focus?: boolean;
  mode?: string;
};

/** A labelled field. */
export function fieldOf({ name, label, hint, focus = false, mode, type = 'text', value = '', autocomplete }: Field): Html {
  const attributes = {
    id: name,
    name,
    type,
    value,
    autocomplete,
    maxlength: '512',
    autocapitalize: 'none',
    spellcheck: 'false',
    ...(mode !== undefined && { inputmode: mode }),
    ...(hint !== undefined && { 'aria-describedby': `${name}-hint` }),
    ...(focus && { autofocus: '' }),
  };
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input ${Object.entries(attributes).map(([key, text]) => html`${key}="${text}" `)} required />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Part = string | number | Html | undefined | false | readonly Html[];

/** Builds HTML. Values are escaped; pieces of HTML, and lists of them, are inserted; undefined and false give nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + textOf(parts[index])).join(''));

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
