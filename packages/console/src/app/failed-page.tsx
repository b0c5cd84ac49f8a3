/** The pages for errors: a page has failed, or a URL has no page. */
import type { ReactNode } from 'react';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { ActionButton } from '../ui/action-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useText } from '../text/language.tsx';

/** Shown in place of a page that has failed. */
export function FailedPage({ error }: ErrorComponentProps): ReactNode {
  const text = useText();
  return (
    <EmptyState title={text('didNotWork')} action={<ActionButton onPress={() => window.location.reload()}>{text('reload')}</ActionButton>}>
      <p>{text('crashed')}</p>
      <pre>{String(error)}</pre>
    </EmptyState>
  );
}

/** Shown for a URL without a page. */
export function MissingPage(): ReactNode {
  const text = useText();
  return (
    <EmptyState
      title={text('notFound')}
      action={
        <Link to="/" className="button">
          {text('toHome')}
        </Link>
      }
    >
      <p>{text('notFoundHint')}</p>
    </EmptyState>
  );
}
