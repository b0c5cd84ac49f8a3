/** The parts of a page: its head, errors, facts, and what stands in place of missing content. */
import { createContext, Suspense, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { ApiError, UnreachableError } from '@millrace/contract/client';
import { plainMessage } from '@millrace/contract/plain-messages';
import { useText } from '../text/language.tsx';
import type { Messages } from '../text/messages.ts';
import type { TextOf } from '../text/texts.ts';
import { withoutOverrides } from '../text/messages.ts';
import type { sharedMessages } from '../text/shared-messages.ts';
import { ActionButton } from './action-button.tsx';
import { copyText } from './copy-text.tsx';
import { toast } from './toast.tsx';
import { Icon } from './icon.tsx';

/** The address of the chapter of the manual about the page that is shown. */
export const ChapterContext = createContext<string | undefined>(undefined);

/** Opens the chapter in a tab of its own, so that nothing typed is lost. */
function HelpLink(): ReactNode {
  const chapter = use(ChapterContext);
  const text = useText();
  if (chapter === undefined) return undefined;
  return (
    <a className="button icon-button help" href={chapter} target="_blank" rel="noreferrer" aria-label={text('help')} title={text('help')}>
      <Icon name="help" />
    </a>
  );
}

/** The head of a page: its title, which the browser tab also shows, the content beside the title, the actions, and the link to the manual. */
export function PageHead({ title, aside, children }: { title: string; aside?: ReactNode; children?: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${title} · Millrace`;
  }, [title]);
  return (
    <div className="page-head">
      <h1 dir="auto">{title}</h1>
      {aside}
      <div className="page-actions">
        {children}
        <HelpLink />
      </div>
    </div>
  );
}

/** Says a refusal for lack of a permission or right in words. The router gives it, because only a feature knows the words. */
export const RefusalContext = createContext<{ RefusalWords?: ComponentType<{ message: string }> }>({});

/** What the messages of such refusals have in common. */
const NAMES_A_LACK = /\bneeds (?:the permission|one of the permissions|the right) [A-Z]/;

/** The sentence of an error. What a person lacks is said in the words of the pages of roles and rights, in place of the codes of the API. */
function ErrorText({ error }: { error: unknown }): ReactNode {
  const sentence = <p>{errorSentence(error, useText())}</p>;
  const { RefusalWords } = use(RefusalContext);
  if (!RefusalWords || !(error instanceof ApiError) || !NAMES_A_LACK.test(error.message)) return sentence;
  return (
    <Suspense>
      <RefusalWords message={error.message} />
    </Suspense>
  );
}

/** The error of the server, if there is one, as a sentence. Its code and the id of the request, which the operator searches for, can be copied. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const text = useText();
  if (error === undefined || error === null) return undefined;
  // After a refusal (403), another try gets the same answer. Of what a person may not see, the server says that it does not exist (404).
  const [isForbidden, isMissing] = [403, 404].map((status) => error instanceof ApiError && error.status === status);
  return (
    <div className="note bad" role="alert" {...(error instanceof ApiError && { 'data-status': error.status, 'data-code': error.code })}>
      <ErrorText error={error} />
      {isMissing && <p>{text('missingHint')}</p>}
      {(error instanceof ApiError || onRetry) && (
        <div className="buttons">
          {onRetry && !isForbidden && <ActionButton onPress={onRetry}>{text('retry')}</ActionButton>}
          {error instanceof ApiError && <CopyDetails error={error} />}
        </div>
      )}
    </div>
  );
}

/** The button that copies what the operator of the server needs to find an error. Without a clipboard, it shows these details selected. */
function CopyDetails({ error }: { error: ApiError }): ReactNode {
  const text = useText();
  const [isShown, setShown] = useState(false);
  const request = error.requestId !== undefined && text('request', { id: error.requestId });
  const details = [error.message, error.detail, error.status, error.code, request].filter(Boolean).join(' · ');
  async function copy(): Promise<void> {
    const hasCopied = await copyText(details, null);
    if (hasCopied) toast(text('copied'));
    setShown(!hasCopied);
  }
  return (
    <>
      <ActionButton icon="copy" onPress={() => void copy()}>
        {text('copyDetails')}
      </ActionButton>
      {isShown && <code ref={(node) => void (node && window.getSelection()?.selectAllChildren(node))}>{details}</code>}
    </>
  );
}

/** What an error says to the person. */
export const errorSentence = (error: unknown, text: TextOf<typeof sharedMessages>): string =>
  error instanceof UnreachableError ? text('unreachable') : withoutOverrides(plainMessage(messageOf(error)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type EmptyStateProps = { title: string; hint?: string; action?: ReactNode; children?: ReactNode };

/** The content of an empty list or page: why it is empty, and what the person can do next. */
export const EmptyState = ({ title, hint, action, children }: EmptyStateProps): ReactNode => (
  <section className="empty">
    <h2>{title}</h2>
    {hint !== undefined && <p>{hint}</p>}
    {children}
    {action}
  </section>
);

type FactListProps = { facts: readonly (readonly [name: string, value: ReactNode])[] };

/** Pairs of a name and a value. Pairs without a value are left out. */
export const FactList = ({ facts }: FactListProps): ReactNode => (
  <dl className="facts">
    {facts.map(([name, value]) =>
      value === undefined || value === null || value === false || value === '' ? undefined : (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ),
    )}
  </dl>
);

type CardProps = {
  title: string;
  /** The buttons beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A part of a page with a title. */
export const Card = ({ title, actions, children }: CardProps): ReactNode => (
  <section className="card">
    {actions === undefined ? (
      <h2>{title}</h2>
    ) : (
      <div className="card-head">
        <h2>{title}</h2>
        {actions}
      </div>
    )}
    {children}
  </section>
);

/** The card with the facts about what a page shows. */
export function FactsCard({ actions, facts }: Pick<CardProps, 'actions'> & FactListProps): ReactNode {
  const text = useText();
  return (
    <Card title={text('facts')} actions={actions}>
      <FactList facts={facts} />
    </Card>
  );
}

/** The content of an empty list: that there is no entry yet, or that none matches the filters. */
export function EmptyList<M extends Messages>({ text, isFiltered = false, onClear, create }: EmptyListProps<M>): ReactNode {
  const say = text as unknown as (key: string) => string;
  return isFiltered ? (
    <EmptyState
      title={say('noneFits')}
      action={onClear && <ActionButton onPress={onClear}>{say('clear')}</ActionButton>}
      hint={say('noneFitsHint')}
    />
  ) : (
    <EmptyState title={say('empty')} action={create} hint={say('emptyHint')} />
  );
}

/** What an empty list shows. */
export type EmptyListProps<M extends Messages> = {
  text: TextOf<M>;
  /** Filters may be the reason why the list is empty. */
  isFiltered?: boolean;
  /** Removes all filters. */
  onClear?: () => void;
  /** The button or link that creates the first entry. */
  create?: ReactNode;
};
