/** The language of the page, and its texts, for components. */
import { createContext, use, useMemo } from 'react';
import type { Language } from './languages.ts';
import type { Messages } from './messages.ts';
import type { sharedMessages } from './shared-messages.ts';
import { textIn, type TextOf } from './texts.ts';

/** Gives components the language of the page. */
export const LanguageContext = createContext<Language>('en');

/** The language of the page. */
export const useLanguage = (): Language => use(LanguageContext);

/**
 * Returns the text function for messages, in the language of the page: `const text = useText(runMessages)`; without messages, for the shared ones.
 * It stays the same function until the language changes.
 */
export function useText<M extends Messages = typeof sharedMessages>(messages?: M): TextOf<M> {
  const language = useLanguage();
  return useMemo(() => textIn(language, messages), [language, messages]);
}
