/** Protects forms against posts that another site makes a browser send (CSRF). */
import { timingSafeEqual } from 'node:crypto';
import { forbidden, type Problem } from '../../../core/base/problem.ts';
import { cookieText, ownCookie, readCookie } from '../../../core/http/headers.ts';
import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import { html, type Html } from './layout.ts';

/** The hidden field of a form, and the headers that its page needs. */
type FormGuard = { field: Html; headers: NonNullable<PageAnswer['headers']> };

type Guarded = Pick<PageCall, 'header'> & {
  identity: Pick<PageCall['identity'], 'tokens' | 'sessions'>;
  settings: Pick<PageCall['settings'], 'publicUrl'>;
};

const FIELD = 'form_token';

const cookieOf = ({ settings: { publicUrl } }: Guarded) => ownCookie('millrace_form', publicUrl());

/** A form is bound to the session, or before sign-in, to a cookie of its own. */
const secretOf = (call: Guarded): string | undefined => {
  const cookies = call.header('cookie');
  return call.identity.sessions.secretIn(cookies) ?? readCookie(cookieOf(call), cookies);
};

const tokenOf = ({ identity: { tokens } }: Guarded, secret: string): string => tokens.hash(`form ${secret}`).toString('base64url');

const DAY_SECONDS = 86_400;

/** The CSRF protection of the forms of a page. The first page gives the browser the cookie to which forms are bound. */
export function guardForm(call: Guarded): FormGuard {
  const known = secretOf(call);
  const secret = known ?? call.identity.tokens.create('form').secret;
  return {
    field: html`<input type="hidden" name="${FIELD}" value="${tokenOf(call, secret)}" />`,
    headers: known === undefined ? { 'set-cookie': cookieText(cookieOf(call), secret, DAY_SECONDS) } : {},
  };
}

/**
 * Refuses a form that did not come from a page of this server in the same browser.
 * @rule sign-in.form.forged
 */
export function requireOwnForm(call: Guarded & Pick<PageCall, 'form'>): void {
  if (!isOfThisSite(call)) throw refused('This form was sent by a page of another site.');
  const secret = secretOf(call);
  const [expected, sent] = [Buffer.from(secret === undefined ? '' : tokenOf(call, secret)), Buffer.from(call.form.get(FIELD) ?? '')];
  if (secret === undefined || expected.length !== sent.length || !timingSafeEqual(expected, sent))
    throw refused('This form is out of date, or your browser sent no cookie with it.');
}

/**
 * Returns whether a form is from this server, by headers of the browser. Without Sec-Fetch-Site (older browsers, and addresses without https), the header
 * Origin decides; it is `null` for forms of pages that send no referrer, as these pages do.
 */
function isOfThisSite({ header, settings: { publicUrl } }: Guarded): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  return (
    origin === undefined || origin === 'null' || origin === URL.parse(publicUrl())?.origin || URL.parse(origin)?.host === header('host')
  );
}

const refused = (reason: string): Problem => forbidden('form_refused', `${reason} Open the page again and send the form from there.`);
