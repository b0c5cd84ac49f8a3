import type { ReactNode } from 'react';
import { ApiError, UnreachableError } from '@millrace/contract/client';
import { useText } from '../text/language.tsx';
import { withoutOverrides } from '../text/messages.ts';
import { ActionButton } from './action-button.tsx';

/** The error of the server, if there is one, with its code and the id of the request, by which the log of the server can be searched. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const text = useText();
  if (error === undefined || error === null) return undefined;
  const isRefusal = error instanceof ApiError;
  return (
    <div className="note bad" role="alert">
      <p>{error instanceof UnreachableError ? text('unreachable') : withoutOverrides(messageOf(error))}</p>
      {isRefusal && (
        <p className="hint">
          {error.status}
          {error.code !== undefined && ` ${error.code}`}
          {error.requestId !== undefined && ` · ${text('request', { id: error.requestId })}`}
        </p>
      )}
      {onRetry && <ActionButton onPress={onRetry}>{text('retry')}</ActionButton>}
    </div>
  );
}

/** The message, without the prefix `body.` of the name of a field. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/^body\./, '');
