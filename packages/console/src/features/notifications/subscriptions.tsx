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

/** Whether a subscription is for everything that the person may see. */
const isUnrestricted = ({ workspaceId, taskId, planId, engineId }: Schema<'NotificationSubscription'>): boolean =>
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
  const existing = subscriptions?.data ?? [];
  const names = { web: text('byInbox'), email: text('byMail') };
  const unrestrictedOf = (kind: string) => existing.find((subscription) => subscription.kind === kind && isUnrestricted(subscription));

  function setTransport(kind: string, transport: (typeof TRANSPORTS)[number], isSelected: boolean): void {
    const unrestricted = unrestrictedOf(kind);
    const others = existing.filter((subscription) => subscription !== unrestricted).map(withoutId);
    const otherTransports = (unrestricted?.transports ?? []).filter(({ type }) => type !== transport);
    const transports = [...otherTransports, ...(isSelected ? [{ type: transport }] : [])];
    const data = transports.length > 0 ? [...others, { kind, transports }] : others;
    replace.mutate({ body: { data } as Schema<'NotificationSubscriptionsRequest'> });
  }

  return (
    <section className="card">
      <h2>{text('subscriptions')}</h2>
      <p className="hint">
        {text('subscriptionsHint')} {existing.some((subscription) => !isUnrestricted(subscription)) && text('narrow')}
      </p>
      <ErrorNote error={error ?? replace.error} />
      <ul className="members kinds">
        {kinds?.notifications.map(({ notificationNamePattern: kind, presentationInfo }) => (
          <li key={kind}>
            <span id={kind}>{presentationInfo?.friendlyName ?? kind}</span>
            <span role="group" aria-labelledby={kind} className="row-end inline-actions">
              {TRANSPORTS.map((transport) => (
                <CheckField
                  key={transport}
                  isSelected={unrestrictedOf(kind)?.transports.some(({ type }) => type === transport) ?? false}
                  isDisabled={!subscriptions || replace.isPending}
                  onChange={(isSelected) => setTransport(kind, transport, isSelected)}
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
