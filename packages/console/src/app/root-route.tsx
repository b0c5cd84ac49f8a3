/** The root of the routes: the frame of every page, the search parameters that every URL has, and the pages for errors. */
import type { ReactNode } from 'react';
import { createRootRoute, retainSearchParams, type ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { EmptyState } from '../ui/page-parts.tsx';
import { PageFrame } from './frame.tsx';
import { anyText, type RawSearch } from './search.ts';

/** Search parameters of every URL. */
type RootSearch = { environment?: string };

/** The parent of the routes of all pages. */
export const rootRoute = createRootRoute({
  validateSearch: (search: RawSearch): RootSearch => ({ environment: anyText(search['environment']) }),
  search: { middlewares: [retainSearchParams<RootSearch>(['environment'])] },
  component: PageFrame,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});

/** Shown in place of a page that has failed. */
export function FailedPage({ error }: ErrorComponentProps): ReactNode {
  const text = useText();
  return (
    <EmptyState
      title={text('didNotWork')}
      action={<ActionButton onPress={() => window.location.reload()}>{text('reload')}</ActionButton>}
      hint={text('crashed')}
    >
      <pre>{String(error)}</pre>
    </EmptyState>
  );
}

/** Shown for a URL without a page. */
function MissingPage(): ReactNode {
  const text = useText();
  return <EmptyState title={text('notFound')} action={<ButtonLink to="/" name={text('toHome')} />} hint={text('notFoundHint')} />;
}
