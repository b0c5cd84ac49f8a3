/** The frame of the pages: the rail, and the head with environment, search, time zone, inbox and account. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { numberFormat } from '../text/formats.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { useRead } from './api.ts';
import { EnvironmentScope, ShownPage, useEnvironment } from './environment.tsx';
import { useGlobalKeys } from './keys.ts';
import { Navigation, NavigationButton, SectionPages } from './navigation.tsx';
import { useOpening } from './opening.ts';
import { lazyPart } from '../ui/lazy-parts.ts';
import { useReachable } from './reachability.ts';
import { SettingsMenu, ZoneMenu } from './settings-menu.tsx';
import { shellMessages } from './shell-messages.ts';
import styles from './frame.module.css';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

const CONTENT = 'content';

/** The frame, with the page in it. */
export function PageFrame(): ReactNode {
  const text = useText(shellMessages);
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  const [isNavigating, setIsNavigating] = useState(false);
  const content = useRef<HTMLElement>(null);
  const close = (): void => setOpened(undefined);
  useGlobalKeys(setOpened);
  useOpening(content);
  return (
    <EnvironmentScope>
      <a className={styles['skip']} href={`#${CONTENT}`}>
        {text('skip')}
      </a>
      <div className={styles['frame']}>
        <Navigation isOpen={isNavigating} onNavigate={() => setIsNavigating(false)} badge={<Unread />} />
        <div className={styles['page']}>
          <header className={styles['head']}>
            <NavigationButton isOpen={isNavigating} onPress={() => setIsNavigating((isOpen) => !isOpen)} />
            <EnvironmentChooser />
            <div className={styles['tools']}>
              <span className={styles['search']}>
                <ActionButton icon="search" onPress={() => setOpened('palette')}>
                  <span>{text('search')}</span>
                  <kbd aria-hidden="true">Ctrl K</kbd>
                </ActionButton>
              </span>
              <ZoneMenu />
              <InboxLink />
              <SettingsMenu />
            </div>
          </header>
          <Unreachable />
          <div className={styles['body']}>
            <SectionPages />
            <main id={CONTENT} ref={content} tabIndex={-1}>
              <ShownPage />
            </main>
          </div>
        </div>
      </div>
      {opened && <Suspense>{opened === 'palette' ? <CommandPalette onClose={close} /> : <KeysDialog onClose={close} />}</Suspense>}
      <FocusOnNewPage />
    </EnvironmentScope>
  );
}

/** A notice that the server does not answer, and that the page shows earlier answers. */
function Unreachable(): ReactNode {
  const text = useText();
  const isReachable = useReachable();
  return (
    <div role="status" className={styles['unreachable']}>
      {!isReachable && <p>{text('unreachable')}</p>}
    </div>
  );
}

/** Environments whose name says that they are those of production. The API has no other mark. */
const PRODUCTION = /\bprod(?:u[ck]tion|uktiv)?\b/i;

function EnvironmentChooser(): ReactNode {
  const text = useText(shellMessages);
  const { environment, environments, choose } = useEnvironment();
  // Its place is there before it is read, so that the tools beside it stay where they are.
  if (!environments) return <span className={`${styles['environment']} ${styles['pending']}`} />;
  if (environments.length === 0) return undefined;
  const isProduction = environment !== undefined && PRODUCTION.test(environment.name);
  return (
    <span className={isProduction ? `${styles['environment']} ${styles['production']}` : styles['environment']}>
      <ChoiceField
        label={text('environment')}
        isLabelHidden
        value={environment?.id}
        options={environments.map(({ id, name }) => ({ id, name }))}
        onChange={choose}
      />
      {isProduction && <strong>{text('production')}</strong>}
    </span>
  );
}

const INBOX_INTERVAL = 30_000;
/** More unread notifications are shown as this number and a plus. */
const MAX_COUNTED = 99;

function useUnread(): number {
  const { data } = useRead('GET /api/v1/web-notifications', { query: { limit: 1 } }, { every: () => INBOX_INTERVAL });
  return data?.meta.unreadCount ?? 0;
}

/** A dot at the alerts of the rail, if there are unread notifications. */
function Unread(): ReactNode {
  return useUnread() > 0 && <i className={styles['dot']} />;
}

/** The link to the inbox, with the number of unread notifications. */
function InboxLink(): ReactNode {
  const text = useText(shellMessages);
  const count = useUnread();
  const name = count > 0 ? text('unread', { count }) : text('inbox');
  return (
    <Link to="/inbox" className={`button icon-button ${styles['inbox']}`} aria-label={name} title={name}>
      <Icon name="inbox" />
      {count > 0 && <b aria-hidden="true">{count > MAX_COUNTED ? `${MAX_COUNTED}+` : numberFormat('en').format(count)}</b>}
    </Link>
  );
}

/** Moves the focus to the content when another page is shown, so that a screen reader reads it and Tab continues there. */
function FocusOnNewPage(): ReactNode {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const former = useRef(path);
  useEffect(() => {
    const isFirst = former.current === undefined || former.current === path;
    former.current = path;
    const content = document.getElementById(CONTENT);
    if (!isFirst && !content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [path]);
  return undefined;
}
