/** The root of the routes: the frame of every page, the search parameters that every URL has, and the pages for errors. */
import { Suspense, useEffect, useEffectEvent, type ComponentType, type ReactNode } from 'react';
import type { Permission } from '@millrace/contract';
import {
  createRootRouteWithContext,
  retainSearchParams,
  useBlocker,
  useRouterState,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { ChapterContext, EmptyState, RefusalContext } from '../ui/page-parts.tsx';
import { hasUnsaved } from '../ui/unsaved.ts';
import { chapterOf } from './chapters.ts';
import { PageFrame } from './frame.tsx';
import { isServed, lazyPart, MissingPartError } from '../ui/lazy-parts.ts';
import { anyText, type RawSearch } from './search.ts';
import type { PageName } from './sections.ts';

const DiscardDialog = lazyPart(async () => (await import('../ui/dialogs.tsx')).DiscardDialog);

/** Search parameters of every URL. */
type RootSearch = { environment?: string };

/**
 * What the router gives to every page, because only it may import features: the page in place of one that the person may not see, and refusals in
 * words.
 */
type RootContext = {
  NotAllowedPage: ComponentType<{ name: PageName; permissions: readonly Permission[] }>;
  RefusalWords: ComponentType<{ message: string }>;
};

/** The parent of the routes of all pages. */
export const rootRoute = createRootRouteWithContext<RootContext>()({
  validateSearch: (search: RawSearch): RootSearch => ({ environment: anyText(search['environment']) }),
  search: { middlewares: [retainSearchParams<RootSearch>(['environment'])] },
  component: Root,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});

/** The frame, whose pages know their chapter of the manual. */
function Root(): ReactNode {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const given = rootRoute.useRouteContext();
  return (
    <ChapterContext value={chapterOf(path)}>
      <RefusalContext value={given}>
        <PageFrame />
        <LeaveGuard />
      </RefusalContext>
    </ChapterContext>
  );
}

/** Asks before another page, or another environment, loses what a person has entered; before a reload, the browser asks. */
function LeaveGuard(): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isOtherEnvironment = current.search.environment !== undefined && current.search.environment !== next.search.environment;
      return hasUnsaved() && (isOtherEnvironment || current.pathname !== next.pathname);
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    status === 'blocked' && (
      <Suspense>
        <DiscardDialog onStay={reset} onDiscard={proceed} />
      </Suspense>
    )
  );
}

/** Shown in place of a page that has failed. */
export function FailedPage({ error }: ErrorComponentProps): ReactNode {
  const text = useText();
  if (error instanceof MissingPartError) return <UnloadedPage />;
  return (
    <EmptyState
      title={text('didNotWork')}
      action={<ActionButton onPress={() => void reload()}>{text('reload')}</ActionButton>}
      hint={text('crashed')}
    >
      <pre>{String(error)}</pre>
    </EmptyState>
  );
}

const CHECK_INTERVAL = 2000;
const RELOADED_AT = 'millrace.reloaded-at';
/** A page that has just been loaded again by itself is not loaded again at once. */
const MIN_PAUSE = 20_000;

/** Loads the page again if the server serves it: otherwise the browser would show a page of its own. */
async function reload(): Promise<void> {
  if (await isServed()) window.location.reload();
}

/** Shown in place of a page whose files could not be loaded. It opens as soon as the server answers. */
function UnloadedPage(): ReactNode {
  const text = useText();
  const onTick = useEffectEvent(async () => {
    if (Date.now() - Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0) < MIN_PAUSE) return;
    if (!(await isServed())) return;
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
  });
  useEffect(() => {
    const timer = setInterval(() => void onTick(), CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return (
    <EmptyState
      title={text('notLoaded')}
      action={<ActionButton onPress={() => void reload()}>{text('retry')}</ActionButton>}
      hint={text('notLoadedHint')}
    />
  );
}

/** Shown for a URL without a page. */
function MissingPage(): ReactNode {
  const text = useText();
  return <EmptyState title={text('notFound')} action={<ButtonLink to="/" name={text('toHome')} />} hint={text('notFoundHint')} />;
}
