/** The status of a user, as pages show it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { userMessages } from './messages.ts';

const TONES = { active: 'good', invited: 'waits', disabled: 'off' } as const;

/** The status with its mark. */
export function UserStatusMark({ status }: { status: Schema<'TenantUser'>['status'] }): ReactNode {
  const text = useText(userMessages);
  return <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>;
}
