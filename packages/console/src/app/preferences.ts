/** What a person has chosen for this browser: theme, language and time zone. */
import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from '../text/messages.ts';

/** The choices; `system` follows the browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | Language;
  zone: 'system' | 'UTC';
};

const KEY = 'millrace.preferences';
const listeners = new Set<() => void>();
let current = readStored();

function readStored(): Preferences {
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    // A browser may forbid the storage, and another program may have written something else.
  }
  const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | 'system' => values.find((one) => one === value) ?? 'system';
  return {
    theme: oneOf(stored['theme'], ['light', 'dark']),
    language: oneOf(stored['language'], LANGUAGES),
    zone: oneOf(stored['zone'], ['UTC']),
  };
}

/** Shows the page as it was chosen. */
export function applyPreferences(): void {
  const { documentElement: page } = document;
  if (current.theme === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = current.theme;
  page.lang = languageOf(current);
}

/** Changes choices, and keeps them in this browser. */
export function prefer(changed: Partial<Preferences>): void {
  current = { ...current, ...changed };
  try {
    window.localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // They hold until the page is closed.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The choices, in components. */
export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

/** The language that choices give. */
export function languageOf({ language }: Preferences): Language {
  if (language !== 'system') return language;
  const wanted = navigator.languages.map((one) => one.slice(0, 2));
  return LANGUAGES.find((one) => one === wanted.find((own) => (LANGUAGES as readonly string[]).includes(own))) ?? 'en';
}

/** The time zone that choices give. */
export const zoneOf = ({ zone }: Preferences): string => (zone === 'UTC' ? 'UTC' : viewerZone());

/** The time zone of the browser. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
