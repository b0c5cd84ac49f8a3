/**
 * Words of the API that the published product writes in another way. The server accepts both spellings. Answers have ours, unless the caller asks for the
 * other one, or has written the object in it.
 */
import { EVENT_TYPES } from './event-types.ts';
import { PERMISSIONS } from './permissions.ts';
import { SCOPES } from './scopes.ts';

/** Our words, each with that of the published product. */
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

/** Returns our word for a word of the published product, also for types and sources of events that no catalogue has; any other text as it is. */
export const neutralWord = (text: string): string => ours.get(text) ?? text.replace(/^com\.qlik(?=[./])/, 'com.service');

/** Returns the word of the published product for one of ours, as `neutralWord` does the other way round; any other text as it is. */
export const vendorWord = (text: string): string => theirs.get(text) ?? text.replace(/^com\.service(?=[./])/, 'com.qlik');

/** Replaces each word of a text by what `spell` returns for it. */
export const replaceWords = (text: string, spell: (word: string) => string): string => text.replaceAll(/\w+(?:[.:/-]+\w+)*/g, spell);

/** Returns, in our spelling, the words that the texts of a JSON value write as the published product does. */
export function wordsSentAsTheirs(value: unknown): Set<string> {
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

/** The words that a request writes, in our spelling. A word that it writes in both ways is in both sets. */
export type WordsSent = {
  asTheirs: ReadonlySet<string>;
  asOurs: ReadonlySet<string>;
  /** The caller gets all answers in one spelling, so what it sends back does not say how an object was written. */
  getsOneSpelling: boolean;
};

/** The words of a stored object, and those of them that are answered in the spelling of the published product. */
type WordsKept = { words: readonly string[]; asTheirs: readonly string[] };

/**
 * Returns those words of an object whose spelling is stored as that of the published product. A new word has the spelling of the request. A word that the
 * object had keeps its spelling; a caller may change it by sending the other one, if its answers have the spelling in which objects were written.
 * @rule requests.words.kept
 */
export function wordsStoredAsTheirs<Word extends string>(words: readonly Word[], sent: WordsSent | undefined, before?: WordsKept): Word[] {
  const had = new Set(before?.words);
  const kept = new Set(before?.asTheirs);
  const isTheirs = (word: string): boolean => {
    const isSent = sent !== undefined && (sent.asTheirs.has(word) || sent.asOurs.has(word));
    return had.has(word) && (!isSent || sent.getsOneSpelling) ? kept.has(word) : sent?.asTheirs.has(word) === true;
  };
  return words.filter(isTheirs);
}

/** Spells our words as they were written: those among `asTheirs` as the published product does. */
export const asWritten = <Word extends string>(words: readonly Word[], asTheirs: Iterable<string>): Word[] => {
  const written = new Set(asTheirs);
  return words.map((word) => (written.has(word) ? (vendorWord(word) as Word) : word));
};
