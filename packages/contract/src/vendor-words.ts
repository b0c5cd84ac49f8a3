/**
 * Words of the API that the published product writes in another way. The server accepts both spellings. Answers have ours, unless the caller or the
 * object was written in the other one.
 */
import { EVENT_TYPES } from './event-types.ts';
import { PERMISSIONS } from './permissions.ts';
import { SCOPES } from './scopes.ts';

/** The word of the published product by ours. */
export const VENDOR_WORDS: Readonly<Record<string, string>> = {
  serviceQlQuery: 'tqlQuery',
  serviceVersion: 'talendVersion',
  'service-version': 'talend-version',
  'service-confirm-delete': 'qlik-confirm-delete',
  'urn:service:oauth:user-impersonation': 'urn:qlik:oauth:user-impersonation',
  ...Object.fromEntries(PERMISSIONS.filter((name) => name.startsWith('SVC_')).map((name) => [name, name.replace('SVC_', 'TMC_')])),
  ...Object.fromEntries(
    Object.keys(SCOPES)
      .filter((scope) => scope.startsWith('classic_service.'))
      .map((scope) => [scope, scope.replace('classic_service.', 'classic_talend.').replace('.svc_', '.tmc_')]),
  ),
  ...Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, type.replace('com.service.', 'com.qlik.')])),
};

const theirs = new Map(Object.entries(VENDOR_WORDS));
const ours = new Map([...theirs].map(([word, vendor]) => [vendor, word]));

/** Returns our word for a word of the published product; any other text as it is. Also types and sources of events that are in no catalogue. */
export const neutralWord = (text: string): string => ours.get(text) ?? text.replace(/^com\.qlik(?=[./])/, 'com.service');

/** Returns the word of the published product for one of ours; any other text as it is. */
export const vendorWord = (text: string): string => theirs.get(text) ?? text.replace(/^com\.service(?=[./])/, 'com.qlik');

/** Replaces the words in a text. */
export const replaceWords = (text: string, spell: (word: string) => string): string => text.replaceAll(/\w+(?:[.:/-]+\w+)*/g, spell);

/** Returns our words for all words of the published product that the texts of a JSON value contain. */
export function vendorWordsIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const note = (word: string): string => {
    const own = neutralWord(word);
    if (own !== word) found.add(own);
    return word;
  };
  const look = (part: unknown): void => {
    if (typeof part === 'string') replaceWords(part, note);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(look);
  };
  look(value);
  return found;
}

/** Returns the words of an object that were written as the published product does, to store them with it. */
export const writtenAmong = <Word extends string>(words: readonly Word[], vendorWords: Iterable<string>): Word[] => {
  const written = new Set(vendorWords);
  return words.filter((word) => written.has(word));
};

/** Spells our words as they were written: those among `vendorWords` as the published product does. */
export const asWritten = <Word extends string>(words: readonly Word[], vendorWords: Iterable<string>): Word[] => {
  const written = new Set(vendorWords);
  return words.map((word) => (written.has(word) ? (vendorWord(word) as Word) : word));
};
