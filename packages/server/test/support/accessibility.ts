/** Checks pages by axe. */
import { readFileSync } from 'node:fs';
import type { Page } from './chromium.ts';

let source: string | undefined;

/** Runs axe in the page, and returns each violation with its elements. Without options, it checks all its rules. */
export async function violationsIn(
  page: Page,
  { without = [], options = {} }: { without?: string[]; options?: object } = {},
): Promise<unknown[]> {
  // The minified file is half as large as the text that the module gives as its source, and the page compiles it after each load.
  source ??= readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  await page.evaluate(`if (window.axe === undefined) { ${source} }`);
  const [context, run] = [{ exclude: without }, { ...options, resultTypes: ['violations'] }].map((part) => JSON.stringify(part));
  return page.evaluate(
    `axe.run(${context}, ${run}).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary)]))`,
  );
}
