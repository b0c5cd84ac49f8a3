/** The notifications that the person has chosen to get. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { inboxMessages } from '../web-notifications/messages.ts';

const READ = 'GET /api/v1/notifications/subscriptions';
const TRANSPORTS = ['web', 'email'] as const;

/** A subscription to everything that the person may see. */
const isWide = ({ workspaceId, taskId, planId, engineId }: Schema<'NotificationSubscription'>): boolean =>
  workspaceId === undefined && taskId === undefined && planId === undefined && engineId === undefined;

const withoutId = ({ kind, workspaceId, taskId, planId, engineId, transports }: Schema<'NotificationSubscription'>) => ({
  kind,
  workspaceId,
  taskId,
  planId,
  engineId,
  transports,
});

/** The kinds of notifications, with a check box for each way to send them. A change is saved at once. */
export function Subscriptions(): ReactNode {
  const text = useText(inboxMessages);
  const locale = useLanguage();
  const { data: kinds } = useRead('GET /api/v1/notifications', { query: { locale, subscribable: 'true' } });
  const { data: subscriptions, error } = useRead(READ, {});
  const replace = useChange('PUT /api/v1/notifications/subscriptions', { refreshes: [READ] });
  const known = subscriptions?.data ?? [];
  const names = { web: text('byInbox'), email: text('byMail') };
  const wideOf = (kind: string) => known.find((one) => one.kind === kind && isWide(one));

  function tick(kind: string, transport: (typeof TRANSPORTS)[number], isSelected: boolean): void {
    const wide = wideOf(kind);
    const others = known.filter((one) => one !== wide).map(withoutId);
    const transports = [...(wide?.transports ?? []).filter(({ type }) => type !== transport), ...(isSelected ? [{ type: transport }] : [])];
    const data = transports.length > 0 ? [...others, { kind, transports }] : others;
    replace.mutate({ body: { data } as Schema<'NotificationSubscriptionsRequest'> });
  }

  return (
    <section className="card">
      <h2>{text('subscriptions')}</h2>
      <p className="hint">
        {text('subscriptionsHint')} {known.some((one) => !isWide(one)) && text('narrow')}
      </p>
      {(error ?? replace.error) && <ErrorNote error={error ?? replace.error} />}
      <ul className="members kinds">
        {kinds?.notifications.map(({ notificationNamePattern: kind, presentationInfo }) => (
          <li key={kind}>
            <span id={kind}>{presentationInfo?.friendlyName ?? kind}</span>
            <span role="group" aria-labelledby={kind} className="row-end inline-actions">
              {TRANSPORTS.map((transport) => (
                <CheckField
                  key={transport}
                  isSelected={wideOf(kind)?.transports.some(({ type }) => type === transport) ?? false}
                  isDisabled={!subscriptions || replace.isPending}
                  onChange={(isSelected) => tick(kind, transport, isSelected)}
                >
                  {names[transport]}
                </CheckField>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
