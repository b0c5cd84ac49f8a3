/** The session of the browser: the pages of the server sign people in and out; the console only notices that there is no session. */
import { createContext, use, type ReactNode } from 'react';
import type { Permission, Schema } from '@millrace/contract';
import { ErrorNote } from '../ui/error-note.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { useText } from '../text/language.tsx';
import { isSignedOut, useRead } from './api.ts';
import { shellMessages } from './shell-messages.ts';

const MeContext = createContext<Schema<'Me'> | undefined>(undefined);

/** The account that is signed in. */
export function useMe(): Schema<'Me'> {
  const me = use(MeContext);
  if (!me) throw new Error('useMe is called outside of the session');
  return me;
}

/** Whether the account has one of some permissions: to leave out what the server would refuse. */
export function useMay(...permissions: readonly Permission[]): boolean {
  const me = useMe();
  return permissions.some((one) => me.permissions.includes(one));
}

/** The address of the sign-in, from where the browser returns to this page. */
export const signInAddress = (): string =>
  `/login?${new URLSearchParams({ return_to: window.location.pathname + window.location.search })}`;

/** Shows its children to a person that is signed in. Otherwise the browser goes to the sign-in, or on an open page offers the way there. */
export function SessionGate({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }): ReactNode {
  const text = useText(shellMessages);
  const { data: me, error } = useRead('GET /account/me', {});
  if (!me && isSignedOut(error)) {
    window.location.replace(signInAddress());
    return undefined;
  }
  if (!me) return error ? <ErrorNote error={error} /> : undefined;
  return (
    <MeContext value={me}>
      {children}
      <ModalDialog title={text('ended')} isOpen={hasEnded}>
        <p>{text('endedHint')}</p>
        <p>
          <a className="button" href={signInAddress()}>
            {text('signIn')}
          </a>
        </p>
      </ModalDialog>
    </MeContext>
  );
}
