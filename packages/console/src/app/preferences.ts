/** The preferences that a person has chosen in this browser: theme, language, time zone, keys, and the width of the navigation. */
import { useEffect, useState } from 'react';
import { LANGUAGES, type Language } from '../text/languages.ts';
import { loadTexts } from '../text/texts.ts';
import { createSharedState } from '../ui/shared-state.ts';
import { storedValue, storeText } from './browser-storage.ts';

/** The preferences; `system` means the setting of the browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | Language;
  zone: 'system' | 'UTC';
  /** Whether single keys work: those that open pages, `/` and `?`. */
  keys: 'system' | 'off';
  /** The width of the navigation; by default, it depends on that of the window. */
  rail: 'system' | 'wide' | 'narrow';
};

const STORAGE_KEY = 'millrace.preferences';
const preferences = createSharedState(readStored());

function readStored(): Preferences {
  const stored = (storedValue(STORAGE_KEY) ?? {}) as Record<string, unknown>;
  const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | 'system' => values.find((word) => word === value) ?? 'system';
  return {
    theme: oneOf(stored['theme'], ['light', 'dark']),
    language: oneOf(stored['language'], LANGUAGES),
    zone: oneOf(stored['zone'], ['UTC']),
    keys: oneOf(stored['keys'], ['off']),
    rail: oneOf(stored['rail'], ['wide', 'narrow']),
  };
}

/** Applies the theme to the page. */
export function applyTheme(): void {
  const { documentElement: page } = document;
  const current = preferences.get();
  if (current.theme === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = current.theme;
}

/** Changes preferences, and stores them in this browser. */
export function changePreferences(changed: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changed });
  storeText(STORAGE_KEY, JSON.stringify(preferences.get()));
  applyTheme();
}

/** The preferences, for components. */
export const usePreferences = (): Preferences => preferences.useValue();

/**
 * Loads the texts of the first page in the language that follows from the preferences, and makes it the language of the page; English, if the server
 * does not send them.
 */
export async function startLanguage(): Promise<void> {
  const wanted = languageOf(preferences.get());
  const isThere = await loadTexts(wanted, 'start').then(
    () => true,
    () => false,
  );
  document.documentElement.lang = isThere ? wanted : 'en';
}

/** The language of the page. It changes to a newly chosen one when the texts of that language are loaded. */
export function usePageLanguage(): Language {
  const wanted = languageOf(usePreferences());
  const [language, setLanguage] = useState(document.documentElement.lang as Language);
  useEffect(() => {
    if (wanted === language) return undefined;
    let isWanted = true;
    const change = (): void => {
      if (!isWanted) return;
      document.documentElement.lang = wanted;
      setLanguage(wanted);
    };
    Promise.all([loadTexts(wanted, 'start'), loadTexts(wanted, 'pages')]).then(change, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [wanted, language]);
  return language;
}

/** The language that follows from the preferences. */
function languageOf({ language }: Preferences): Language {
  if (language !== 'system') return language;
  for (const tag of navigator.languages) {
    const known = LANGUAGES.find((code) => code === tag.slice(0, 2));
    if (known) return known;
  }
  return 'en';
}

/** The time zone that follows from the preferences. */
export const zoneOf = ({ zone }: Preferences): string => (zone === 'UTC' ? 'UTC' : browserZone());

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
