/** Chromium without a window, driven by the DevTools protocol: keys and texts go through the browser as those of a person do. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

type Evaluated<Value> = { result: { value: Value }; exceptionDetails?: { text: string; exception?: { description?: string } } };

/** Milliseconds for which a page may load. */
const PAGE_TIMEOUT = 30_000;

/** The program; undefined if the machine has none. */
export const findChromium = (): string | undefined =>
  ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Starts the browser with one empty tab. Scripts of pages run only with `hasScripts`. */
export async function startChromium(program: string, { hasScripts = false } = {}): Promise<Tab & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-chromium-'));
  const options = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
  ];
  const browser = spawn(program, [...options, '--window-size=1000,1100', 'about:blank'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => void browser.once('exit', () => resolve()));
  const portOf = async (): Promise<string> => {
    for (;;) {
      const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n');
      if (port) return port;
      await wait(50);
    }
  };
  const port = await portOf();
  const tabs = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(tabs.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const tab = new Tab(socket);
  await tab.send('Page.enable');
  await tab.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await tab.send('Emulation.setScriptExecutionDisabled', { value: !hasScripts });
  const stop = async (): Promise<void> => {
    socket.close();
    browser.kill();
    await ended;
    // Processes that the browser has started may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return Object.assign(tab, { stop });
}

/** The errors of an expression during which its page was replaced by another one. */
const PAGE_LEFT = /navigated or closed|context was destroyed|find default execution context|Promise was collected/;

/** One tab. */
export class Tab {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #number = 0;
  #loads = 0;
  /** The loaded documents, by the ids of their loaders. */
  readonly #loaded = new Set<string>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Answer & { method?: string; params?: { name?: string; loaderId?: string } };
      if (message.method === 'Page.loadEventFired') this.#loads += 1;
      if (message.method === 'Page.lifecycleEvent' && message.params?.name === 'load') this.#loaded.add(message.params.loaderId ?? '');
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
  }

  /** Sends a command of the protocol. */
  async send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = (this.#number += 1);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Evaluates an expression in the page. Throws the error of the expression. */
  evaluate<Value>(expression: string): Promise<Value> {
    return this.#evaluate(expression, false);
  }

  /**
   * Evaluates an expression that changes nothing, or gives a promise. If its page is replaced by another one, the expression is evaluated again there.
   * Throws the error of the browser after ten attempts.
   */
  async read<Value>(expression: string): Promise<Value> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#evaluate(expression, true);
      } catch (error) {
        if (attempt === 10 || !(error instanceof Error && PAGE_LEFT.test(error.message))) throw error;
        await wait(50);
      }
  }

  /** Evaluates an expression that gives a promise, and waits for its value. Throws the error of the promise. */
  evaluateLater<Value>(expression: string): Promise<Value> {
    return this.#evaluate(expression, true);
  }

  async #evaluate<Value>(expression: string, awaitPromise: boolean): Promise<Value> {
    const answer = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise });
    const { result, exceptionDetails } = answer as Evaluated<Value>;
    if (exceptionDetails)
      throw new Error(`The page has failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}, in: ${expression}`);
    return result.value;
  }

  /** Waits until the browser has moved on to a page with this path, and returns its address. */
  async reached(path: string): Promise<string> {
    await this.#until(async () => (await this.read(`document.readyState === 'complete' && location.pathname`)) === path, path);
    return this.read('location.href');
  }

  /** Opens an address, and waits until it, or a page to which it leads at once, is loaded. The page before may still be loading. */
  async open(url: string): Promise<void> {
    const { loaderId, errorText } = (await this.send('Page.navigate', { url })) as { loaderId?: string; errorText?: string };
    if (errorText !== undefined) throw new Error(`${url} cannot be opened: ${errorText}`);
    if (loaderId === undefined) return;
    const before = this.#loads;
    await this.#until(() => Promise.resolve(this.#loaded.has(loaderId) || this.#loads > before), url);
  }

  /** Types into the field that has the focus, as its only text. */
  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text });
  }

  /** Waits until a field has the focus: the browser sets it some time after the page is loaded. */
  async focused(id: string): Promise<void> {
    await this.#until(async () => (await this.read('document.activeElement.id')) === id, `the focus on ${id}`);
  }

  /** Types into a field by its id. */
  async fill(id: string, text: string): Promise<void> {
    await this.evaluate(`document.getElementById('${id}').select(), document.getElementById('${id}').focus()`);
    await this.type(text);
  }

  /** Presses Enter in the field that has the focus, and waits for the next page. */
  enter(): Promise<void> {
    return this.#loading(async () => {
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
      await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
      await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    });
  }

  /** Clicks the first element of a selector, and waits for the next page. */
  async click(selector: string): Promise<void> {
    const point = await this.evaluate<{ x: number; y: number }>(
      `(() => { const element = document.querySelector(${JSON.stringify(selector)}); element.scrollIntoView({ block: 'center' }); const box = element.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 } })()`,
    );
    await this.#loading(async () => {
      for (const type of ['mousePressed', 'mouseReleased'])
        await this.send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 });
    });
  }

  /** The visible text of the page. */
  text(): Promise<string> {
    return this.read('document.body.innerText');
  }

  /** The path of the page with its query. */
  path(): Promise<string> {
    return this.read('location.pathname + location.search');
  }

  /** A picture of the whole page, as PNG. */
  async picture(): Promise<Buffer> {
    const { data } = (await this.send('Page.captureScreenshot', { captureBeyondViewport: true })) as { data: string };
    return Buffer.from(data, 'base64');
  }

  async #loading(act: () => Promise<unknown>): Promise<void> {
    const before = this.#loads;
    await act();
    await this.#until(() => Promise.resolve(this.#loads > before), 'the next page');
  }

  async #until(condition: () => Promise<boolean>, awaited: string): Promise<void> {
    for (const end = performance.now() + PAGE_TIMEOUT; !(await condition()); await wait(20))
      if (performance.now() > end) throw new Error(`Waited in vain for ${awaited}, on a page with this text:\n${await this.text()}`);
  }
}
