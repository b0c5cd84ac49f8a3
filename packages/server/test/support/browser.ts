/** A browser without a screen: it keeps cookies, and sends the forms of pages with their hidden fields. */
import assert from 'node:assert/strict';

/** A form of a page, with the values of its fields. */
export type Form = { action: string; fields: Record<string, string> };

/** A page as the browser received it. */
export type SeenPage = {
  status: number;
  html: string;
  headers: Headers;
  location: string | null;
  forms: Form[];
  alert: string | undefined;
  /** The address to which the page itself redirects the browser. */
  refreshAddress: string | undefined;
};

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]));

function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', body = '']) => ({
    action: attributesOf(head)['action'] ?? '',
    fields: Object.fromEntries(
      [...body.matchAll(/<input[^>]*>/g)].map(([tag]) => attributesOf(tag)).map(({ name = '', value = '' }) => [name, value]),
    ),
  }));
}

/** One browser. `headers` are sent with each request, for example those of a proxy. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** The header Cookie. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens a page; redirects are not followed. */
  open(path: string, headers: Record<string, string> = {}): Promise<SeenPage> {
    return this.#send(path, { headers });
  }

  /** Sends the form of a page that has the action, or its only form. */
  async send(page: SeenPage, fields: Record<string, string>, action?: string, headers: Record<string, string> = {}): Promise<SeenPage> {
    const form = page.forms.find((one) => action === undefined || one.action === action);
    assert.ok(form, `no form ${action ?? ''} in ${page.status} ${page.html}`);
    return this.post(form.action, { ...form.fields, ...fields }, headers);
  }

  /** Sends fields to a path. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<SeenPage> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Signs in, and returns the answer. */
  async signIn(login: string, password: string): Promise<SeenPage> {
    return this.send(await this.open('/login'), { login, password });
  }

  async #send(path: string, { headers = {}, ...request }: { method?: string; body?: URLSearchParams; headers?: Record<string, string> }) {
    const sent = { ...this.#headers, ...(this.cookies.size > 0 && { cookie: this.cookie }), ...headers };
    const response = await fetch(this.#url + path, { ...request, headers: sent, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const html = await response.text();
    const alert = /role="alert"[^>]*>([^<]*)</.exec(html)?.[1];
    const refreshAddress = /<meta http-equiv="refresh" content="0; url='([^"']*)'"/.exec(html)?.[1];
    return {
      status: response.status,
      html,
      headers: response.headers,
      location: response.headers.get('location'),
      forms: formsOf(html),
      alert: alert && unescape(alert),
      refreshAddress: refreshAddress && unescape(refreshAddress),
    };
  }
}
