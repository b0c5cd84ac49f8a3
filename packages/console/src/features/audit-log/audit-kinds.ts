/** The words for what the audit log has recorded: the section and what was done there, in the language of the reader. */
import { shellMessages } from '../../app/shell-messages.ts';
import { useText } from '../../text/language.tsx';
import { auditMessages, PAGE_OF_SECTION, WORD_OF_SECTION } from './messages.ts';

const keyOf = <Key extends string>(keys: Readonly<Record<Key, unknown>>, word: string): Key | undefined =>
  Object.hasOwn(keys, word) ? (word as Key) : undefined;

/** An event type or source without the prefix that all have in common. */
export const shortName = (name: string): string => name.replace(/^com\.service(?:\.v1\.|\/)/, '');

/** Words for sources and event types; undefined for one that has none. */
export function useAuditWords(): { sectionOf: (source: string) => string | undefined; kindOf: (eventType: string) => string | undefined } {
  const say = useText(shellMessages);
  const text = useText(auditMessages);
  const sectionOf = (source: string): string | undefined => {
    const name = shortName(source);
    const [page, other] = [keyOf(PAGE_OF_SECTION, name), keyOf(WORD_OF_SECTION, name)];
    return page ? say(PAGE_OF_SECTION[page]) : other && text(WORD_OF_SECTION[other]);
  };
  return {
    sectionOf,
    kindOf: (eventType) => {
      const [source = '', operation = ''] = shortName(eventType).split('.');
      const [section, done] = [sectionOf(source), keyOf(auditMessages.texts, `did_${operation.split('-')[0]}`)];
      return section && done && text('kindOf', { section, done: text(done as 'did_create') });
    },
  };
}
