/** Steps and checks that tests in a browser share. */
import assert from 'node:assert/strict';
import { savePicture, violationsIn } from './console-site.ts';
import type { ConsoleTab } from './console-tab.ts';

/** A name that would run a script if a page showed it as HTML, with right-to-left text. */
export const HOSTILE_NAME = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> \u202Eabc`;

/** Checks the page in both themes: no WCAG violation, no violation of the content security policy, and no name that ran as a script. Saves screenshots. */
export async function checkPage(tab: ConsoleTab, name: string): Promise<void> {
  // The component library announces a pending button by an element that has the name of the button. It disappears some seconds after the button.
  await tab.until(`!document.querySelector('[data-live-announcer] [role=img]')`);
  for (const theme of ['light', 'dark'] as const) {
    await tab.setAppearance({ theme });
    assert.deepEqual(await violationsIn(tab), [], `${name} ${theme}`);
    await savePicture(tab, `${name}-${theme}`);
  }
  await tab.setAppearance();
  assert.deepEqual(await tab.reports(), [], 'the policy has forbidden something');
  assert.equal(await tab.evaluate('window.hurt'), undefined, 'a script of a name has run');
}

/** Checks the page at 360 pixels, and saves a screenshot of it. */
export async function checkNarrow(tab: ConsoleTab, name: string): Promise<void> {
  await tab.setAppearance({ width: 360, height: 740 });
  assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), `${name} is wider than the window`);
  const widths = await tab.evaluate<number[]>(`[...document.querySelectorAll('.table td:has([data-row])')].map((td) => td.clientWidth)`);
  assert.ok(
    widths.every((width) => width >= 120),
    `${name} has no space for the names of its rows: ${widths.join()} pixels`,
  );
  await savePicture(tab, `${name}-narrow`);
  await tab.setAppearance();
}

/** Checks the page in German, and at 360 pixels. `shown` is a text of the German page. */
export async function checkOtherForms(tab: ConsoleTab, path: string, name: string, shown: string): Promise<void> {
  await tab.setLanguage('de');
  await tab.open(path);
  await tab.shows(shown);
  await checkPage(tab, `${name}-de`);
  await tab.setLanguage('en');
  await tab.setAppearance({ width: 360, height: 740 });
  await tab.open(path);
  await tab.until(`document.querySelector('h1')`);
  await tab.until(`document.querySelector('[aria-busy=true]') === null`);
  await checkNarrow(tab, name);
}

/** The field whose label is this text, or begins with it: of the dialog, if one is open. */
const fieldOf = (label: string): string => `(() => {
  const text = ${JSON.stringify(label)};
  const container = document.querySelector('[role=dialog]') ?? document;
  const labels = [...container.querySelectorAll('label, .react-aria-Label')].filter((node) => node.checkVisibility());
  const label = labels.find((node) => node.textContent.trim() === text) ?? labels.find((node) => node.textContent.trim().startsWith(text));
  return label?.control ?? label?.parentElement.querySelector('input, textarea');
})()`;

/** Types into the field with this label, as its only text. */
export async function fill(tab: ConsoleTab, label: string, text: string): Promise<void> {
  await tab.until(fieldOf(label), `the field ${label}`);
  // A page that has just been opened may move the focus.
  await tab.until(
    `(() => { const field = ${fieldOf(label)}; const hadFocus = document.activeElement === field; field.focus(); field.select?.(); return hadFocus })()`,
    `the focus on ${label}`,
  );
  if (text === '') await tab.key('Backspace');
  else await tab.type(text);
}

/** Waits until the field with this label has a text. */
export const has = (tab: ConsoleTab, label: string, text: string): Promise<void> =>
  tab.until(`${fieldOf(label)}?.value === ${JSON.stringify(text)}`, `${text} in the field ${label}`);

/** Chooses an entry of the list whose button has this label. */
export async function choose(tab: ConsoleTab, label: string, option: string): Promise<void> {
  const button = `[...document.querySelectorAll('.field')].find((node) => node.innerText.trim().startsWith(${JSON.stringify(label)}))?.querySelector('button')`;
  await tab.enterOn(button, `the list ${label}`);
  await tab.until(`document.querySelector('[role=option]')`);
  await tab.press(option);
  await tab.until(`!document.querySelector('[role=option]')`);
}

/** Presses a button of the open dialog by the Enter key. */
export async function pressInDialog(tab: ConsoleTab, name: string): Promise<void> {
  const find = `[...document.querySelectorAll('[role=dialog] button')].find((node) => node.innerText.trim() === ${JSON.stringify(name)})`;
  await tab.enterOn(find, `the button ${name} of a dialog`);
}

/** Drops a file of this machine on the area for files. */
export async function dropFile(tab: ConsoleTab, path: string): Promise<void> {
  await tab.until(`document.querySelector('.file-drop')`);
  const point = await tab.evaluate<{ x: number; y: number }>(
    `(() => { const box = document.querySelector('.file-drop').getBoundingClientRect(); return { x: box.x + 20, y: box.y + 20 } })()`,
  );
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await tab.send('Input.dispatchDragEvent', { type, ...point, data });
}

/** Submits the visible form. */
export const submit = (tab: ConsoleTab): Promise<void> =>
  tab.enterOn(`[...document.querySelectorAll('[type=submit]')].find((node) => node.checkVisibility())`);

/** Confirms the open question. */
export const confirm = (tab: ConsoleTab): Promise<void> =>
  tab.enterOn(`[...document.querySelectorAll('[role=dialog] button, [role=alertdialog] button')].at(-1)`);
