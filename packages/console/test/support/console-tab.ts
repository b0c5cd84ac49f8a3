/** Controls a browser tab with a page of the console as a person does: by visible texts, keys and clicks. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from '../../../server/test/support/chromium.ts';

/** Milliseconds within which an expected text must appear. */
const TIMEOUT_MILLISECONDS = 15_000;

const KEYS: Readonly<Record<string, { code: string; windowsVirtualKeyCode: number; text?: string }>> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
  Backspace: { code: 'Backspace', windowsVirtualKeyCode: 8 },
  Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  ArrowDown: { code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  ArrowUp: { code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  ArrowLeft: { code: 'ArrowLeft', windowsVirtualKeyCode: 37 },
  ArrowRight: { code: 'ArrowRight', windowsVirtualKeyCode: 39 },
  Insert: { code: 'Insert', windowsVirtualKeyCode: 45 },
  Home: { code: 'Home', windowsVirtualKeyCode: 36 },
  End: { code: 'End', windowsVirtualKeyCode: 35 },
  PageDown: { code: 'PageDown', windowsVirtualKeyCode: 34 },
  PageUp: { code: 'PageUp', windowsVirtualKeyCode: 33 },
  ' ': { code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  k: { code: 'KeyK', windowsVirtualKeyCode: 75 },
};

/** Bits of the modifier keys in a DevTools message. */
const [ALT, CONTROL] = [1, 2];

/** The tab. */
export class ConsoleTab {
  readonly #tab: Tab;
  readonly #url: string;

  constructor(tab: Tab, url: string) {
    this.#tab = tab;
    this.#url = url;
  }

  /** Records violations of the content security policy, and errors of scripts, in each page. */
  async recordReports(): Promise<void> {
    const source = `window.faults = []; const note = (fault) => window.faults.push(String(fault?.stack ?? fault)); addEventListener('error', ({ error }) => note(error)); addEventListener('unhandledrejection', ({ reason }) => note(reason)); console.error = (...words) => note(words.join(' ')); window.policyReports = []; document.addEventListener('securitypolicyviolation', (event) => window.policyReports.push([event.violatedDirective, event.blockedURI, event.sourceFile, event.sample].join(' ')))`;
    await this.#tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** The records of the page since it was loaded. */
  reports(): Promise<string[]> {
    return this.evaluate('window.policyReports');
  }

  /** Opens a path. */
  open(path: string): Promise<void> {
    return this.#tab.open(this.#url + path);
  }

  /** Signs in by the page of the server, and returns to a path. */
  async signIn({ login, password }: { login: string; password: string }, path = '/'): Promise<void> {
    await this.send('Network.clearBrowserCookies');
    await this.open(`/login?return_to=${encodeURIComponent(path)}`);
    await this.#tab.focused('login');
    await this.#tab.type(login);
    await this.#tab.fill('password', password);
    await this.#tab.enter();
  }

  /** Evaluates an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value> {
    return this.#tab.evaluate(expression);
  }

  /** Evaluates an expression that gives a promise. */
  evaluateLater<Value>(expression: string): Promise<Value> {
    return this.#tab.evaluateLater(expression);
  }

  /** Sends a command of the protocol. */
  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#tab.send(method, params);
  }

  /** The visible text. */
  text(): Promise<string> {
    return this.#tab.text();
  }

  /** The path with its query. */
  path(): Promise<string> {
    return this.#tab.path();
  }

  /** A picture of the page. */
  picture(): Promise<Buffer> {
    return this.#tab.picture();
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string, what = expression): Promise<void> {
    for (const end = performance.now() + TIMEOUT_MILLISECONDS; !(await this.#tab.read(`Boolean(${expression})`)); await wait(25))
      if (performance.now() > end)
        throw new Error(
          `Waited for ${what} in vain, at ${await this.path()} with this text:\n${await this.text()}\n${await this.evaluate('window.faults.join()')}`,
        );
  }

  /** Waits until the page shows a text. */
  shows(text: string): Promise<void> {
    return this.until(`document.body.innerText.includes(${JSON.stringify(text)})`, `the text ${text}`);
  }

  /** Waits until the page no longer shows a text. */
  hides(text: string): Promise<void> {
    return this.until(`!document.body.innerText.includes(${JSON.stringify(text)})`, `the end of the text ${text}`);
  }

  /** Clicks the button, link, option or field with this name. */
  async press(name: string): Promise<void> {
    const find = `[...document.querySelectorAll('a, button, [role=option], [role=menuitem], [role=menuitemradio], input')].find((one) => one.checkVisibility() && (one.getAttribute('aria-label') ?? one.innerText).trim().startsWith(${JSON.stringify(name)}))`;
    await this.until(find, `a button with the name ${name}`);
    const measure = (): Promise<string> =>
      this.evaluate(
        `(() => { const one = ${find}; one?.scrollIntoView({ block: 'nearest' }); const box = one?.getBoundingClientRect(); return JSON.stringify(box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }) ?? '' })()`,
      );
    // A menu that has just opened is still moving, so a click would miss it.
    let measured = await measure();
    for (let before = ''; measured === '' || measured !== before; measured = await measure()) {
      before = measured;
      await wait(30);
    }
    const place = JSON.parse(measured) as { x: number; y: number };
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 });
  }

  /** Presses a key, alone or with Control or Alt. */
  async key(key: string, { control = false, alt = false } = {}): Promise<void> {
    const { text, ...known } = KEYS[key] ?? { code: '', windowsVirtualKeyCode: 0 };
    const event = { key, ...known, modifiers: (control ? CONTROL : 0) + (alt ? ALT : 0) };
    await this.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...event,
      ...(text !== undefined && { text }),
    });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Types into the field that has the focus. */
  type(text: string): Promise<void> {
    return this.#tab.type(text);
  }

  /** Sets the size of the page and the preferred colour scheme of the browser. */
  async setAppearance({
    width = 1280,
    height = 900,
    theme = 'light',
  }: { width?: number; height?: number; theme?: 'light' | 'dark' } = {}): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
  }

  /** Chooses a language as the settings menu does. */
  async setLanguage(language: 'en' | 'de'): Promise<void> {
    await this.evaluate(`localStorage.setItem('millrace.preferences', JSON.stringify({ language: '${language}' }))`);
  }
}
