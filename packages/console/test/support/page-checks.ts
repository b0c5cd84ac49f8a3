/** Checks of a whole page: accessibility, faults, themes, languages and widths. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Permission } from '@millrace/contract';
import { violationsIn } from '../../../server/test/support/accessibility.ts';
import { skipsSweep, type Page } from '../../../server/test/support/chromium.ts';
import { NAVIGATION, needsOf } from '../../src/app/sections.ts';
import { built, NARROW, WIDE } from './console-site.ts';
import { setLanguage, shows } from './journey.ts';

/** Announcements of buttons are ignored, because they outlive their button by some seconds. */
const without = ['[data-live-announcer]'];
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these sets that depend on the theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Waits until the page is painted: while it is being opened, axe finds nothing in it. */
const untilPainted = (page: Page): Promise<void> => page.locator('main[aria-busy=true]').waitFor({ state: 'detached' });

/** WCAG violations of the page, with their elements. */
export async function wcagViolationsIn(page: Page): Promise<unknown[]> {
  await untilPainted(page);
  return violationsIn(page, { without, options: { runOnly: WCAG } });
}

/** Errors of scripts, and violations of the content security policy, since the page was opened. */
export async function faultsOf(page: Page): Promise<string[]> {
  const [errors, messages] = await Promise.all([page.pageErrors({ filter: 'all' }), page.consoleMessages({ filter: 'all' })]);
  // The browser also writes a message for each refusal of the server.
  const written = messages.filter((message) => message.type() === 'error' && !message.text().startsWith('Failed to load resource'));
  return [...errors.map(({ stack, message }) => stack ?? message), ...written.map((message) => message.text())];
}

/**
 * Checks the page as it is: no WCAG violation, no fault, and no name that ran as a script. A run with the sweep checks its colours in the dark theme too,
 * and saves pictures.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await wcagViolationsIn(page), [], name);
  if (skipsSweep === false) {
    await savePicture(page, `${name}-light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const options = { runOnly: { type: 'rule', values: RULES_OF_COLOURS } };
    assert.deepEqual(await violationsIn(page, { without, options }), [], `${name} in the dark theme`);
    await savePicture(page, `${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  assert.deepEqual(await faultsOf(page), [], `${name} has faults`);
  assert.equal(await page.evaluate('window.hurt'), undefined, 'a script of a name has run');
}

/** In a run with the sweep: checks the page at 360 pixels. */
export async function checkNarrow(page: Page, name: string): Promise<void> {
  if (skipsSweep !== false) return;
  await page.setViewportSize(NARROW);
  assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`), `${name} is wider than the window`);
  const widths = await page.evaluate<number[]>(
    `[...document.querySelectorAll('[data-table] td:has([data-row])')].map((td) => td.clientWidth)`,
  );
  assert.ok(
    widths.every((width) => width >= 120),
    `${name} has no space for the names of its rows: ${widths.join()} pixels`,
  );
  await savePicture(page, `${name}-narrow`);
  await page.setViewportSize(WIDE);
}

/**
 * In a run with the sweep: opens the page in German, and at 360 pixels. `shown` is a text of the German page. `last` is a selector of its part that
 * appears last.
 */
export async function checkOtherForms(page: Page, path: string, name: string, shown: string, last = 'h1'): Promise<void> {
  if (skipsSweep !== false) return;
  await setLanguage(page, 'de');
  await page.goto(path);
  await shows(page, shown);
  await page.locator(last).first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.deepEqual(await wcagViolationsIn(page), [], `${name} in German`);
  await savePicture(page, `${name}-de`);
  await setLanguage(page, 'en');
  await page.setViewportSize(NARROW);
  await page.goto(path);
  await page.locator(last).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
  await checkNarrow(page, name);
}

/** In a run with the sweep: saves a screenshot of the page under `build/`, for people. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (skipsSweep === false) await page.screenshot({ path: join(built, 'pictures', `${name}.png`) });
}

/** Opens each page of the navigation that an account with these permissions has, and returns the texts of the refusals with their paths. */
export async function refusalsIn(page: Page, permissions: readonly Permission[] = []): Promise<string[]> {
  const entries = NAVIGATION.flatMap<(typeof NAVIGATION)[number]['entries'][number]>((group) => [...group.entries]);
  const mine = entries.filter((entry) => needsOf(entry)?.some((permission) => permissions.includes(permission)) ?? true);
  const refusals: string[] = [];
  for (const { path } of mine) {
    await page.goto(path);
    await page.locator('main :is(h1, h2)').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const refusal of await page.locator('main [role=alert]').allInnerTexts()) refusals.push(`${path}: ${refusal}`);
  }
  return refusals;
}
