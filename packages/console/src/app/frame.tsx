/** The frame of the pages: navigation, environment, account, and the command palette. */
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { IconButton } from '../ui/action-button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Navigation, NavigationButton } from './navigation.tsx';
import { EnvironmentScope, useEnvironment } from './environment.tsx';
import { useReachable } from './reachability.ts';
import { SettingsMenu } from './settings-menu.tsx';
import { shellMessages } from './shell-messages.ts';
import './frame.css';

const CommandPalette = lazy(() => import('./command-palette.tsx').then(({ CommandPalette: component }) => ({ default: component })));

const CONTENT = 'content';

/** The frame, with the page in it. */
export function PageFrame(): ReactNode {
  const text = useText(shellMessages);
  const [isSearching, setIsSearching] = useState(false);
  const [isNavigating, setIsNavigating] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setIsSearching((isOpen) => !isOpen);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <EnvironmentScope>
      <a className="skip" href={`#${CONTENT}`}>
        {text('skip')}
      </a>
      <header className="shell-head">
        <NavigationButton isOpen={isNavigating} onPress={() => setIsNavigating((isOpen) => !isOpen)} />
        <Link to="/" className="shell-brand">
          Millrace
        </Link>
        <div className="shell-tools">
          <EnvironmentChooser />
          <IconButton label={text('palette')} keys="Control+K" icon="search" onPress={() => setIsSearching(true)} />
          <SettingsMenu />
        </div>
      </header>
      <Unreachable />
      <div className="shell-body">
        <Navigation isOpen={isNavigating} onNavigate={() => setIsNavigating(false)} />
        <main id={CONTENT} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isSearching && (
        <Suspense>
          <CommandPalette onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      <FocusOnNewPage />
    </EnvironmentScope>
  );
}

/** A notice that the server does not answer, and that the page shows earlier answers. */
function Unreachable(): ReactNode {
  const text = useText();
  const isReachable = useReachable();
  return (
    <div role="status" className="shell-status">
      {!isReachable && <p>{text('unreachable')}</p>}
    </div>
  );
}

function EnvironmentChooser(): ReactNode {
  const text = useText(shellMessages);
  const { environment, environments, choose } = useEnvironment();
  if (!environments || environments.length === 0) return undefined;
  return (
    <ChoiceField
      label={text('environment')}
      isLabelHidden
      value={environment?.id}
      options={environments.map(({ id, name }) => ({ id, name }))}
      onChange={choose}
    />
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
