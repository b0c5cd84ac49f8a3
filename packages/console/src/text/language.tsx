/** The language of the page, for components. */
import { createContext, use } from 'react';
import { formatMessage, type Language, type AnyMessage, type Messages, type ValuesOf } from './messages.ts';

/** The chosen language. */
export const LanguageContext = createContext<Language>('en');

/** The language of the page. */
export const useLanguage = (): Language => use(LanguageContext);

/** A function that returns the text of a message by its key. */
export type TextOf<En> = <Key extends keyof En>(key: Key, ...values: ValuesOf<En[Key]>) => string;

/** Returns the text function for messages, in the language of the page: `const text = useText(runsMessages)`. */
export function useText<En extends Readonly<Record<string, AnyMessage>>>(messages: Messages<En>): TextOf<En> {
  const language = useLanguage();
  return (key, ...values) => formatMessage(language, messages[language][key] as AnyMessage, values[0]);
}
