/** Controls a browser tab with a page of the console as a person does: by visible texts, keys and clicks. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from '../../../server/test/support/chromium.ts';

/** Milliseconds within which an expected text must appear. */
const TIMEOUT_MILLISECONDS = 15_000;
/** Milliseconds for which an element must not have moved before it is clicked: parts of a page that appear late move others. */
const REST_MILLISECONDS = 100;

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

type Point = { x: number; y: number };

/**
 * Returns an expression. Its value is a point on an element that has not moved for a moment, or the reason why it cannot be clicked. The expression
 * also records in `window.pressed` whether the next click begins on the element, and whether the page neither moves nor replaces it before the click ends.
 */
const clickPoint = (find: string): string => `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const element = ${find};
  element?.scrollIntoView({ block: 'nearest' });
  const boxOf = () => element.getBoundingClientRect();
  const before = element && boxOf();
  for (const start = performance.now(); performance.now() < start + ${REST_MILLISECONDS};) await frame();
  if (!element?.isConnected) return 'the page has replaced the element';
  const { x, y, width, height } = boxOf();
  if (x !== before.x || y !== before.y || width !== before.width) return 'the element moves';
  // The end of a long name may be cut off.
  const point = { x: x + Math.min(width / 2, 20), y: y + height / 2 };
  const isOn = (hit) => element.contains(hit) || element.closest('label')?.contains(hit) === true;
  const hit = document.elementFromPoint(point.x, point.y);
  if (!isOn(hit)) return 'the element is covered by ' + (hit?.outerHTML.slice(0, 300) ?? 'nothing of the page');
  const pressed = window.pressed = { isOn: false };
  addEventListener('pointerdown', ({ target }) => { pressed.isOn = isOn(target) }, { capture: true, once: true });
  const isUnder = ({ left, right, top, bottom }) => left <= point.x && point.x <= right && top <= point.y && point.y <= bottom;
  const isInPlace = () => (element.isConnected ? isUnder(boxOf()) : !(${find}));
  addEventListener('pointerup', () => { pressed.isOn &&= isInPlace() }, { capture: true, once: true });
  return point;
})()`;

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

  /** Waits until an expression is true in the page. An expression that throws an error, because an element is missing, is not true yet. */
  async until(expression: string, description = expression): Promise<void> {
    const isTrue = (): Promise<boolean> => this.#tab.read(`(() => { try { return Boolean(${expression}) } catch { return false } })()`);
    for (const end = performance.now() + TIMEOUT_MILLISECONDS; !(await isTrue()); await wait(25))
      if (performance.now() > end)
        throw new Error(
          `Waited for ${description} in vain, at ${await this.path()} with this text:\n${await this.text()}\n${await this.evaluate('window.faults.join()')}`,
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

  /**
   * Clicks the button, link, option or field with this name. The element must not move, and nothing may cover it. The page may still move the element
   * before the click arrives; then the click is repeated.
   */
  async press(name: string): Promise<void> {
    const find = `[...document.querySelectorAll('a, button, [role=option], [role=menuitem], [role=menuitemradio], input')].find((node) => node.checkVisibility() && !node.closest('[inert], [aria-disabled=true]') && (node.getAttribute('aria-label') ?? node.innerText).trim().startsWith(${JSON.stringify(name)}))`;
    for (const end = performance.now() + TIMEOUT_MILLISECONDS; ;) {
      await this.until(find, `a button with the name ${name}`);
      const point = await this.#tab.read<Point | string>(clickPoint(find));
      if (typeof point === 'object') {
        for (const type of ['mousePressed', 'mouseReleased'])
          await this.send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 });
        // After a click that has opened another page, `window.pressed` is undefined.
        if (await this.#tab.read<boolean>('window.pressed?.isOn !== false')) return;
      }
      if (performance.now() > end) throw new Error(`${name} cannot be clicked: ${JSON.stringify(point)}`);
      await wait(50);
    }
  }

  /** Focuses an element, and presses Enter once it has the focus: a page that has just been opened may move the focus. */
  async enterOn(find: string, description = find): Promise<void> {
    const focused = `(() => { const element = ${find}; element.focus(); return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.isConnected && document.activeElement === element)))) })()`;
    for (const end = performance.now() + TIMEOUT_MILLISECONDS; ;) {
      await this.until(find, description);
      if (await this.#tab.read<boolean>(focused)) break;
      if (performance.now() > end) throw new Error(`${description} does not get the focus`);
    }
    await this.key('Enter');
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
