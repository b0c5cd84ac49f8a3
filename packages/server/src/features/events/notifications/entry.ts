/** An entry of a message: an event as facts. Its text is written in the language of the reader. */
import { kindOf, MESSAGE_WORDS, type NotificationName, type Locale } from './kinds.ts';

/** An event of a task, a plan or an engine. */
export type MessageEntry = {
  kind: NotificationName;
  /** The phase of an incident; left out for notifications. */
  phase?: 'opened' | 'repeated' | 'ended';
  /** In ISO 8601 format. */
  at: string;
  name: string;
  resourceId: string;
  /** The workspace, or the environment of an engine for all workspaces: readers need VIEW there. */
  spaceId: string | null;
  environmentId: string | null;
  executionId?: string | null;
  error?: string | null;
  failures?: number;
};

/** An entry in words. `path` leads to the explanation. */
export type EntryText = { text: string; details: readonly string[]; path: string };

const MAX_ERROR_CHARACTERS = 500;

/** Writes an entry in a language. */
export function entryText(entry: MessageEntry, locale: Locale): EntryText {
  const { text, ended } = kindOf(entry.kind);
  const words = (entry.phase === 'ended' ? (ended ?? text) : text)[locale].replace('{name}', () => entry.name);
  const hasCount = entry.phase !== 'ended' && (entry.failures ?? 1) > 1;
  const { error } = entry.phase === 'ended' ? { error: null } : entry;
  return {
    text: entry.phase === 'repeated' ? `${MESSAGE_WORDS.repeated[locale]} ${words}` : words,
    details: [
      entry.at,
      ...(hasCount ? [MESSAGE_WORDS.failures[locale].replace('{number}', String(entry.failures))] : []),
      ...(error ? [`${MESSAGE_WORDS.error[locale]} ${cut(error)}`] : []),
    ],
    path: pathOf(entry),
  };
}

const cut = (text: string): string => (text.length > MAX_ERROR_CHARACTERS ? `${text.slice(0, MAX_ERROR_CHARACTERS)}…` : text);

/** The path of the explanation of an execution, or else of the record itself. */
function pathOf({ kind, executionId, resourceId }: MessageEntry): string {
  const { resourceType } = kindOf(kind);
  if (resourceType === 'engine') return `/processing/runtimes/remote-engines/${resourceId}`;
  if (!executionId) return `/orchestration/executables/${resourceType}s/${resourceId}`;
  return resourceType === 'plan' ? `/processing/executions/plans/${executionId}` : `/processing/executions/${executionId}/explanation`;
}
