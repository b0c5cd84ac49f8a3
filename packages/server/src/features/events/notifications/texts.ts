/** The texts of messages: entries in the language of their reader; mails, messages for Slack and Teams, and JSON for programs. */
import { presentFields } from '../../../core/http/absent-fields.ts';
import { kindOf, type Locale, MESSAGE_WORDS, type NotificationName } from './kinds.ts';

/** One thing that a message tells: an event of a task, a plan or an engine, or a phase of an incident. */
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
type EntryText = { text: string; details: readonly string[]; path: string };

const MAX_ERROR_CHARACTERS = 500;

/** Writes an entry in a language. */
export function entryText(entry: MessageEntry, locale: Locale): EntryText {
  const { text, ended } = kindOf(entry.kind);
  const words = (entry.phase === 'ended' ? (ended ?? text) : text)[locale].replace('{name}', () => entry.name);
  const hasCount = entry.phase !== 'ended' && (entry.failures ?? 1) > 1;
  const { error } = entry.phase === 'ended' ? { error: null } : entry;
  return {
    text: entry.phase === 'repeated' ? MESSAGE_WORDS.repeated[locale].replace('{text}', () => words) : words,
    details: [
      entry.at,
      ...(hasCount ? [MESSAGE_WORDS.failures[locale].replace('{number}', String(entry.failures))] : []),
      ...(error ? [MESSAGE_WORDS.error[locale].replace('{text}', () => cut(error))] : []),
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

/** What a message is written from: its entries, the language, and the address of this server. */
export type MessageContent = { id: string; entries: readonly MessageEntry[]; locale: Locale; publicUrl: string };

/** The forms of bodies that are posted to an address. */
export type PostedForm = 'slack' | 'teams' | 'webhook';

/** The maximum number of entries of a message that are written in full. */
const MAX_SHOWN = 20;
const MAX_SUBJECT_CHARACTERS = 150;

type ShownContent = { subject: string; entries: { text: string; details: readonly string[]; link: string }[]; more: string | undefined };

function shownOf({ entries, locale, publicUrl }: MessageContent): ShownContent {
  const texts = entries.map((entry) => entryText(entry, locale));
  const rest = entries.length - MAX_SHOWN;
  const [first] = texts;
  const firstText = first?.text ?? '';
  const many = MESSAGE_WORDS.many[locale].replace('{number}', String(entries.length)).replace('{text}', () => firstText);
  const subject = (entries.length > 1 ? many : firstText).replaceAll(/\s+/g, ' ');
  return {
    subject: subject.length > MAX_SUBJECT_CHARACTERS ? `${subject.slice(0, MAX_SUBJECT_CHARACTERS)}…` : subject,
    entries: texts.slice(0, MAX_SHOWN).map(({ text, details, path }) => ({ text, details, link: publicUrl + path })),
    more: rest > 0 ? MESSAGE_WORDS.more[locale].replace('{number}', String(rest)) : undefined,
  };
}

/** Writes a mail: plain text and HTML of the same content. */
export function mailOf(content: MessageContent): { subject: string; text: string; html: string; id: string } {
  const { subject, entries, more } = shownOf(content);
  const linkText = MESSAGE_WORDS.explanation[content.locale];
  const plain = entries.map(({ text, details, link }) =>
    [text, ...details, MESSAGE_WORDS.explanationAt[content.locale].replace('{link}', () => link)].join('\n'),
  );
  const rich = entries.map(({ text, details, link }) => {
    const lines = details.map(htmlText).join('<br>');
    return `<p><strong>${htmlText(text)}</strong><br>${lines}<br><a href="${htmlText(link)}">${linkText}</a></p>`;
  });
  return {
    subject: `Millrace: ${subject}`,
    text: `${[...plain, ...(more === undefined ? [] : [more])].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${content.locale}"><body>${rich.join('')}${more === undefined ? '' : `<p>${htmlText(more)}</p>`}</body></html>`,
    id: content.id,
  };
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const htmlText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => HTML[character] ?? character);

/** Slack reads these three characters as the beginning of a link or a mention. */
const slackText = (text: string): string => text.replaceAll(/[&<>]/g, (character) => HTML[character] ?? character);

/** Builds the body of a message in a format. */
export function postedBody(form: PostedForm, content: MessageContent): object {
  const shown = shownOf(content);
  if (form === 'slack') return slackBody(shown, MESSAGE_WORDS.explanation[content.locale]);
  if (form === 'teams') return teamsBody(shown, MESSAGE_WORDS.explanation[content.locale]);
  return {
    id: content.id,
    text: shown.subject,
    entries: content.entries.slice(0, MAX_SHOWN).map(({ spaceId, environmentId, ...entry }, index) => ({
      ...entry,
      ...presentFields({ workspaceId: spaceId, environmentId }),
      text: shown.entries[index]?.text,
      link: shown.entries[index]?.link,
    })),
  };
}

function slackBody({ subject, entries, more }: ShownContent, linkText: string): object {
  const lines = entries.map(({ text, details, link }) =>
    [`*${slackText(text)}*`, ...details.map(slackText), `<${link}|${linkText}>`].join('\n'),
  );
  const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } });
  return { text: slackText(subject), blocks: [...lines, ...(more === undefined ? [] : [slackText(more)])].map(section) };
}

/** Builds an adaptive card. Teams reads Markdown in its texts, so the characters of links are escaped by a backslash. */
function teamsBody({ subject, entries, more }: ShownContent, linkText: string): object {
  const plain = (text: string): string => text.replaceAll(/[[\]()*_`\\]/g, String.raw`\$&`);
  const block = (text: string, style: object = {}): object => ({ type: 'TextBlock', text: plain(text), wrap: true, ...style });
  return {
    type: 'message',
    summary: subject,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...entries.flatMap(({ text, details }) => [
              block(text, { weight: 'Bolder' }),
              ...details.map((detail) => block(detail, { spacing: 'None', isSubtle: true })),
            ]),
            ...(more === undefined ? [] : [block(more)]),
          ],
          actions: entries.slice(0, 1).map(({ link }) => ({ type: 'Action.OpenUrl', title: linkText, url: link })),
        },
      },
    ],
  };
}
