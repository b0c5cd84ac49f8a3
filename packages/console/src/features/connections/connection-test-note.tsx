import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** The result of the test of a connection, with the reason of the server. */
export function ConnectionTestNote({ result: { success, reason } }: { result: { success: boolean; reason: string } }): ReactNode {
  const text = useText();
  return (
    <div className={success ? 'note' : 'note bad'} role="status">
      <StatusMark tone={success ? 'good' : 'bad'}>
        <bdi className="wraps">{text(success ? 'works' : 'fails', { reason })}</bdi>
      </StatusMark>
    </div>
  );
}
