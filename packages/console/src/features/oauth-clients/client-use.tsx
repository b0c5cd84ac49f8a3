/** Whether people of the tenant may use an OAuth client. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oauthClientMessages } from './messages.ts';

const READS = ['GET /api/v1/oauth-clients/{id}', 'GET /api/v1/oauth-clients'] as const;

/** The decision of the tenant, with the buttons that change it. */
export function ClientUse({ client: { clientId: id, connectionConfig: config } }: { client: Schema<'OauthClient'> }): ReactNode {
  const text = useText(oauthClientMessages);
  const path = { id };
  const change = useChange('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', { refreshes: READS });
  const forbid = useChange('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { refreshes: READS });
  const isAllowed = config?.status === 'approved';
  const method = isAllowed ? config.consentMethod : undefined;
  const set = (value: Schema<'ConsentMethod'>): void => change.mutate({ path, body: [{ op: 'replace', path: '/consentMethod', value }] });
  const state = method === 'trusted' ? 'trusted' : 'approved';
  const refusal = change.error ?? forbid.error;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('permission')}</h2>
        <StatusMark tone={isAllowed ? 'good' : 'off'}>{text(isAllowed ? state : 'revoked')}</StatusMark>
      </div>
      <p className="hint">{text('permissionHint')}</p>
      <ErrorNote error={refusal} />
      <div className="buttons">
        {method !== 'required' && (
          <ActionButton isPending={change.isPending} onPress={() => set('required')}>
            {text('allow')}
          </ActionButton>
        )}
        {method !== 'trusted' && (
          <ActionButton isPending={change.isPending} onPress={() => set('trusted')}>
            {text('trust')}
          </ActionButton>
        )}
        {isAllowed && (
          <ActionButton isPending={forbid.isPending} onPress={() => forbid.mutate({ path })}>
            {text('forbid')}
          </ActionButton>
        )}
      </div>
    </section>
  );
}
