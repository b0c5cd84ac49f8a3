/** Files of the console that pages load later: while the server restarts they cannot be loaded, and after an upgrade they have other names. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Language } from '../text/languages.ts';
import { loadTexts, type TextsPart } from '../text/texts.ts';

/** The error of a file that could not be loaded. */
export class MissingPartError extends Error {}

/**
 * Loads a part of the console, with the texts that it needs in the language of the page. Throws a `MissingPartError` if the server does not answer, or
 * no longer has the file.
 */
export async function loadPart<Part>(load: () => Promise<Part>, texts: TextsPart = 'pages'): Promise<Part> {
  try {
    const [part] = await Promise.all([load(), loadTexts(document.documentElement.lang as Language, texts)]);
    return part;
  } catch (cause) {
    // TanStack Router reloads the page when it sees the message of the browser about a missing module. An error with another message prevents that:
    // without a server, the reload would end on an error page of the browser.
    throw new MissingPartError('A file of this page could not be loaded.', { cause });
  }
}

/** A component of a file that is loaded when the component is first shown. */
export const lazyPart = <Properties>(load: () => Promise<ComponentType<Properties>>): LazyExoticComponent<ComponentType<Properties>> =>
  lazy(async () => ({ default: await loadPart(load) }));

/** Whether the server serves the console. */
export async function isServed(): Promise<boolean> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}
