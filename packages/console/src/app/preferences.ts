/** The preferences that a person has chosen in this browser: theme, language, time zone, keys, and the width of the navigation. */
import { LANGUAGES, type Language } from '../text/messages.ts';
import { createSharedState } from '../ui/shared-state.ts';
import { storedText, storeText } from './browser-storage.ts';

/** The preferences; `system` means the setting of the browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | Language;
  zone: 'system' | 'UTC';
  /** Whether single keys open pages. */
  keys: 'system' | 'off';
  /** The width of the navigation; by default, it depends on that of the window. */
  rail: 'system' | 'wide' | 'narrow';
};

const STORAGE_KEY = 'millrace.preferences';
const preferences = createSharedState(readStored());

function readStored(): Preferences {
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(storedText(STORAGE_KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    // Another program may have written invalid JSON. Then the defaults apply.
  }
  const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | 'system' => values.find((word) => word === value) ?? 'system';
  return {
    theme: oneOf(stored['theme'], ['light', 'dark']),
    language: oneOf(stored['language'], LANGUAGES),
    zone: oneOf(stored['zone'], ['UTC']),
    keys: oneOf(stored['keys'], ['off']),
    rail: oneOf(stored['rail'], ['wide', 'narrow']),
  };
}

/** Applies theme and language to the page. */
export function applyPreferences(): void {
  const { documentElement: page } = document;
  const current = preferences.get();
  if (current.theme === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = current.theme;
  page.lang = languageOf(current);
}

/** Changes preferences, and stores them in this browser. */
export function changePreferences(changed: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changed });
  storeText(STORAGE_KEY, JSON.stringify(preferences.get()));
  applyPreferences();
}

/** The preferences, for components. */
export const usePreferences = (): Preferences => preferences.useValue();

/** The language that follows from the preferences. */
export function languageOf({ language }: Preferences): Language {
  if (language !== 'system') return language;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return LANGUAGES.find((known) => known === wanted.find((code) => (LANGUAGES as readonly string[]).includes(code))) ?? 'en';
}

/** The time zone that follows from the preferences. */
export const zoneOf = ({ zone }: Preferences): string => (zone === 'UTC' ? 'UTC' : browserZone());

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
