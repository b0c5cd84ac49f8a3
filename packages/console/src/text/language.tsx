/** The language of the page, and its texts, for components. */
import { createContext, use, useMemo } from 'react';
import { formatMessage, type Language, type AnyMessage, type ValuesOf } from './messages.ts';
import { sharedMessages } from './shared-messages.ts';

/** The chosen language. */
export const LanguageContext = createContext<Language>('en');

/** The language of the page. */
export const useLanguage = (): Language => use(LanguageContext);

/** Messages with any keys. */
export type SomeMessages = { readonly [Name in Language]: Readonly<Record<string, AnyMessage>> };
type SharedKey = keyof typeof sharedMessages.en;

/** A function that returns the text of a message by its key: a message of a section, or a shared one. */
export type TextOf<M extends SomeMessages> = <Key extends keyof M['en'] | SharedKey>(
  key: Key,
  ...values: ValuesOf<Key extends keyof M['en'] ? M['en'][Key] : Key extends SharedKey ? (typeof sharedMessages.en)[Key] : never>
) => string;

/**
 * Returns the text function for messages, in the language of the page: `const text = useText(runsMessages)`; without messages, for the shared ones.
 * It stays the same function until the language changes.
 */
export function useText<M extends SomeMessages = typeof sharedMessages>(messages?: M): TextOf<M> {
  const language = useLanguage();
  return useMemo(() => {
    const own: Readonly<Record<PropertyKey, AnyMessage>> = messages?.[language] ?? {};
    const shared: Readonly<Record<PropertyKey, AnyMessage>> = sharedMessages[language];
    return (key, ...values) => formatMessage(language, own[key] ?? shared[key] ?? '', values[0]);
  }, [language, messages]);
}
