/** Texts that this browser keeps. A browser may forbid the storage: then a text applies only until the page is closed. */

/** The stored text; undefined if there is none. */
export function storedText(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value that is stored as JSON; undefined if there is none. */
export function storedValue(key: string): unknown {
  try {
    return JSON.parse(storedText(key) ?? 'null') ?? undefined;
  } catch {
    // Another program may have written invalid JSON.
    return undefined;
  }
}

/** Stores a text, if the browser allows it. */
export function storeText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}
