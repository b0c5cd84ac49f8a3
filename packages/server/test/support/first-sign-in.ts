/** The first sign-in of an install, by its pages. */
import type { Page } from './chromium.ts';

/** Sets the password of the administrator by the link that the first start writes, and signs in. */
export async function signInFirst(page: Page, passwordLink: string, password: string): Promise<void> {
  const reaches = (isThere: (path: string) => boolean): Promise<void> => page.waitForURL(({ pathname }) => isThere(pathname));
  await page.goto(passwordLink);
  await page.locator('#password').fill(password);
  await page.locator('#repeated').fill(password);
  await page.keyboard.press('Enter');
  await reaches((path) => path === '/login');
  await page.locator('#login').fill('admin');
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await reaches((path) => path !== '/login');
}
