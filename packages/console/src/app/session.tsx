/** The session of the browser: who is signed in, and the sign-out. People sign in on a page of the server. The console notices a missing session. */
import { createContext, Suspense, use, type ReactNode } from 'react';
import type { Permission, Schema } from '@millrace/contract';
import { ErrorNote } from '../ui/page-parts.tsx';
import { useText } from '../text/language.tsx';
import { forgetToken, isSignedOut, sendWithToken, useRead } from './api.ts';
import { lazyPart } from '../ui/lazy-parts.ts';
import { shellMessages } from './shell-messages.ts';

/** Dialogs are loaded when the first one opens. */
const ModalDialog = lazyPart(async () => (await import('../ui/dialogs.tsx')).ModalDialog);

const MeContext = createContext<Schema<'Me'> | undefined>(undefined);

/** The account that is signed in. */
export function useMe(): Schema<'Me'> {
  const me = use(MeContext);
  if (!me) throw new Error('useMe is called outside of the session');
  return me;
}

/** Whether the account has one of the permissions. Pages use it to hide actions that the server would refuse. */
export function useMay(...permissions: readonly Permission[]): boolean {
  const me = useMe();
  return permissions.some((permission) => me.permissions.includes(permission));
}

/** The URL of the sign-in page, which sends the browser back to the current page. */
const signInUrl = (): string => `/login?${new URLSearchParams({ return_to: window.location.pathname + window.location.search })}`;

/** Milliseconds between two questions whether another tab has signed in. */
const SESSION_INTERVAL = 3000;

/** Shows its children to a signed-in person. Without a session it opens the sign-in page; if the session of an open page ends, it shows a link to it. */
export function SessionGate({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }): ReactNode {
  const text = useText(shellMessages);
  const { data: me, error } = useRead('GET /account/me', {}, { every: () => hasEnded && SESSION_INTERVAL });
  if (!me && isSignedOut(error)) {
    window.location.replace(signInUrl());
    return undefined;
  }
  if (!me) return <ErrorNote error={error} />;
  return (
    <MeContext value={me}>
      {children}
      {hasEnded && (
        <Suspense>
          <ModalDialog title={text('ended')}>
            <p>{text('endedHint')}</p>
            <p>
              <a className="button" href={signInUrl()}>
                {text('signIn')}
              </a>
            </p>
          </ModalDialog>
        </Suspense>
      )}
    </MeContext>
  );
}

/** Ends the session of the browser, and opens the page that confirms it. */
export async function signOut(): Promise<void> {
  // Another tab may have signed in again, and this page of the server does not refuse an earlier token by its code.
  forgetToken();
  await sendWithToken({ method: 'POST', redirect: 'manual' }, (request) => fetch('/logout', request));
  window.location.assign('/login?notice=signed-out');
}
