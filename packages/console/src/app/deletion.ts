/** The deletion of what a page shows. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';
import { useText } from '../text/language.tsx';
import { useChange, type BodyOfAnswer } from './api.ts';
import type { PagePath } from './sections.ts';

/** Calls an operation that deletes. Then it opens the page of the list: `useDeletion('DELETE /account/groups/{id}', [LIST], '/admin/groups')`. */
export function useDeletion<R extends Route>(
  route: R,
  refreshes: readonly Route[],
  list: PagePath,
  notice?: string,
): UseMutationResult<BodyOfAnswer<R>, Error, InputOf<R>> {
  const text = useText();
  const navigate = useNavigate();
  return useChange(route, { refreshes, notice: notice ?? text('deleted'), onDone: () => void navigate({ to: list }) });
}
