import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { connectionMessages } from './messages.ts';

/** Says whether connections may reach the machine of the server, and what decides that. Nothing where an operator has opened it. */
export function OutboundNote(): ReactNode {
  const text = useText(connectionMessages);
  const { data } = useRead('GET /orchestration/connections/outbound', {});
  return data && data.loopback !== 'OPEN' && <p className="hint">{text(data.loopback)}</p>;
}
