/** Steps of a person in the console, as functions of a page of Playwright. Each waits until the page is ready for it. */
import type { Language } from '../../src/text/languages.ts';
import { stripVTControlCharacters } from 'node:util';
import type { Locator, Page } from '../../../server/test/support/chromium.ts';

/** A name that would run a script if a page showed it as HTML, with right-to-left text. */
export const HOSTILE_NAME = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> \u202Eabc`;

/** How often a key is pressed until a list has followed it. */
const MOST_TRIES = 10;

/** For half a second after a key, a field of React Aria may name an entry that is gone. */
const MARKS_AN_ENTRY = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant') ?? '') !== null`;

const PRESSABLE = ['button', 'link', 'option', 'menuitem', 'menuitemradio'] as const;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const containing = (text: string): RegExp => new RegExp(escaped(text));
const startingWith = (text: string): RegExp => new RegExp(String.raw`^\s*${escaped(text)}`);

/** Adds the text of the page to the error of a step: the page often says why it is not as the test expects. */
async function explained(page: Page, step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const message = stripVTControlCharacters(String(error));
    throw new Error(`${message}\n\n${page.url()} shows:\n${await page.innerText('body')}`, { cause: error });
  }
}

/** The path of a page with its query. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** The visible elements with this text in the same upper and lower case. */
const textIn = (page: Page, text: string): Locator => page.getByText(containing(text)).filter({ visible: true });

/** Waits until the page shows a text. */
export const shows = (page: Page, text: string): Promise<void> => explained(page, textIn(page, text).first().waitFor());

/** Waits until the page no longer shows a text. */
export const hides = (page: Page, text: string): Promise<void> => explained(page, textIn(page, text).first().waitFor({ state: 'hidden' }));

/**
 * Waits until an expression is true in the page, for what no selector can say. It is passed as a function, which is compiled once: the policy of the
 * pages forbids them to compile a text.
 */
export const until = (page: Page, expression: string, options: { timeout?: number } = {}): Promise<void> =>
  explained(page, page.waitForFunction(new Function(`return ${expression}`) as () => unknown, undefined, options));

/** Waits until the number of elements that match a selector is this one. */
export const counts = (page: Page, selector: string, count: number): Promise<void> =>
  until(page, `document.querySelectorAll(${JSON.stringify(selector)}).length === ${count}`);

/** Clicks the first button, link or entry of a list whose name begins with a text. */
export function press(page: Page, name: string): Promise<void> {
  const [first, ...others] = PRESSABLE.map((role) => page.getByRole(role, { name: startingWith(name), disabled: false }));
  const found = others.reduce((all, other) => all.or(other), first as Locator);
  return explained(page, found.filter({ visible: true }).first().click());
}

/** The first field with this label. An open dialog hides the page behind it from assistive technology; then it is the field of the dialog. */
export const field = (page: Page, label: string): Locator =>
  page
    .locator(':is(input, textarea):not([aria-hidden=true] *, [inert] *)')
    .and(page.getByLabel(label, { exact: true }))
    .filter({ visible: true })
    .first();

/** Types into the field with this label, as its only text. */
export const fill = (page: Page, label: string, text: string): Promise<void> => explained(page, field(page, label).fill(text));

/** The body of a function of the page: it tells an element that a person pastes a text, and returns whether the page has handled it. */
const PASTE = `
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));`;

/** Pastes a text into the field with this label, in place of its text. A browser without a window has no clipboard, so the event brings the text. */
export async function pasteInto(page: Page, label: string, text: string): Promise<void> {
  await explained(page, field(page, label).selectText());
  const isHandled = await field(page, label).evaluate(new Function('element', 'text', PASTE) as () => boolean, text);
  // The browser itself inserts what the page has not handled; its field of one line drops line breaks.
  if (!isHandled) await page.keyboard.insertText(text);
}

/** Waits until the field with this label has a text. */
export const has = (page: Page, label: string, text: string): Promise<void> =>
  explained(
    page,
    field(page, label)
      .and(page.locator(`[value=${JSON.stringify(text)}]`))
      .waitFor(),
  );

/** Chooses an entry of the list whose button has this label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await explained(
    page,
    page
      .locator('.field', { hasText: startingWith(label) })
      .getByRole('button')
      .last()
      .click(),
  );
  await explained(
    page,
    page
      .getByRole('option', { name: startingWith(option) })
      .first()
      .click(),
  );
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

/**
 * Types a part of a name into the field with this label, waits until its first entry has a text, and chooses it by keyboard. A late scroll event closes
 * the list of a field, so the field is first scrolled to; the arrow opens a closed list again.
 */
export async function find(page: Page, label: string, typed: string, found: string): Promise<void> {
  await explained(page, field(page, label).scrollIntoViewIfNeeded());
  await fill(page, label, typed);
  await explained(page, page.locator('[role=option]:first-child', { hasText: found }).waitFor());
  // A list that is drawn again has no marked entry; then the arrow marks it once more. Enter follows a mark at once, before the list can be drawn again.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await explained(page, field(page, label).focus());
    if (!(await page.evaluate(MARKS_AN_ENTRY))) await page.keyboard.press('ArrowDown');
    const isMarked = await until(page, MARKS_AN_ENTRY, { timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (isMarked) return page.keyboard.press('Enter');
  }
  await marksEntry(page);
}

/** Waits until the field with the focus marks an entry of its list. */
export const marksEntry = (page: Page): Promise<void> => until(page, MARKS_AN_ENTRY);

/** The open dialog. */
export const dialog = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last();

/** Clicks a button of the open dialog. */
export const pressInDialog = (page: Page, name: string): Promise<void> =>
  explained(page, dialog(page).getByRole('button', { name, exact: true }).click());

/** Waits until the page shows a refusal of the server with this status and, if it is named, this code. */
export const showsRefusal = (page: Page, status: number, code?: string): Promise<void> =>
  explained(
    page,
    page
      .locator(`[role=alert][data-status="${status}"]${code === undefined ? '' : `[data-code="${code}"]`}`)
      .filter({ visible: true })
      .first()
      .waitFor(),
  );

/** Waits until no dialog is open. */
export const closes = (page: Page): Promise<void> => explained(page, dialog(page).waitFor({ state: 'hidden' }));

/** Clicks the box of a selector. The box itself is invisible; its label shows its state. */
export const tick = (page: Page, box: string): Promise<void> =>
  explained(
    page,
    page
      .locator('label')
      .filter({ has: page.locator(box) })
      .last()
      .click(),
  );

/** Drops a file of this machine on the area for files. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const area = page.locator('.file-drop').last();
  await explained(page, area.hover());
  const box = await area.boundingBox();
  if (!box) throw new Error('The area for files is not visible.');
  // Playwright has no mouse that drags a file of the machine.
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 20, data });
  await devTools.detach();
}

/** Submits the visible form. */
export const submit = (page: Page): Promise<void> =>
  explained(page, page.locator('[type=submit]').filter({ visible: true }).first().click());

/** Confirms the open question. */
export const confirm = (page: Page): Promise<void> => explained(page, dialog(page).getByRole('button').last().click());

/** Chooses a language as the settings menu does. The next page is shown in it. */
export const setLanguage = (page: Page, language: Language): Promise<void> =>
  page.evaluate(`localStorage.setItem('millrace.preferences', JSON.stringify({ language: '${language}' }))`);
