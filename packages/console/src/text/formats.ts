/** The formats of numbers, percentages and times in the languages of the console. */
import type { Language } from './languages.ts';

const numbers = new Map<Language, Intl.NumberFormat>();

/** The format of numbers in a language. */
export function numberFormat(language: Language): Intl.NumberFormat {
  const cached = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, cached);
  return cached;
}

let region: string | undefined;

/** The locale of dates and times: the language of the page, and the region of the browser, which decides on the order of a date and on 24 hours. */
export const regionalLocale = (language: Language): string =>
  `${language}-${(region ??= new Intl.Locale(navigator.language).maximize().region ?? 'US')}`;

/** A part of a whole, from 0 to 1, as a percentage. */
export const percentText = (part: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part);
