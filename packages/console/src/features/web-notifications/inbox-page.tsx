/** The inbox: the notifications of the person, and the choice of those that the person gets. */
import type { Schema } from '@millrace/contract';
import type { ReactNode } from 'react';
import { useChange, useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Card, EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { inboxMessages } from './messages.ts';
import styles from './inbox.module.css';

const INBOX = 'GET /api/v1/web-notifications';
const REFRESH_INTERVAL = 10_000;

/** The page. */
export function InboxPage(): ReactNode {
  const text = useText(inboxMessages);
  const { filters, chosen } = useFilters('/inbox');
  const { data } = useRead(INBOX, { query: { limit: 1 } }, { every: () => REFRESH_INTERVAL });
  const count = data?.meta.unreadCount ?? 0;
  const markAll = useChange('PATCH /api/v1/web-notifications/all', { refreshes: [INBOX] });
  const deleteAll = useChange('DELETE /api/v1/web-notifications/all', { refreshes: [INBOX], notice: text('deleted') });
  return (
    <>
      <PageHead title={text('inbox')} aside={<span role="status">{count > 0 && text('unread', { count })}</span>}>
        <ActionButton
          isDisabled={count === 0}
          isPending={markAll.isPending}
          onPress={() => markAll.mutate({ body: [{ op: 'replace', path: '/read', value: true }] })}
        >
          {text('readAll')}
        </ActionButton>
        {/* Its new key closes the question as soon as the deletion is sent. */}
        <DeleteButton
          key={deleteAll.submittedAt}
          name={text('inbox')}
          action={text('deleteAll')}
          isDisabled={data === undefined || data.data.length === 0}
          hint={text('deleteAllHint')}
          change={deleteAll}
          input={{}}
        />
      </PageHead>
      <ErrorNote error={markAll.error} />
      <FilterBar>
        <FilterChoice label={text('show')} any={text('all')} {...chosen('show')} options={[{ id: 'unread', name: text('onlyUnread') }]} />
      </FilterBar>
      <NotificationList isUnreadOnly={filters.show === 'unread'} />
      <Subscriptions />
    </>
  );
}

function NotificationList({ isUnreadOnly }: { isUnreadOnly: boolean }): ReactNode {
  const text = useText(inboxMessages);
  const list = useCursorList(INBOX, { query: { read: isUnreadOnly ? false : undefined } }, { every: REFRESH_INTERVAL });
  const mark = useChange('PATCH /api/v1/web-notifications/{id}', { refreshes: [INBOX] });
  const remove = useChange('DELETE /api/v1/web-notifications/{id}', { refreshes: [INBOX] });
  return (
    <section className="card">
      <ErrorNote error={mark.error ?? remove.error} />
      <ItemList
        label={text('inbox')}
        className={`items ${styles['inbox']}`}
        list={list}
        empty={<EmptyState title={text(isUnreadOnly ? 'noneUnread' : 'empty')} hint={text('emptyHint')} />}
      >
        {({ id, body, createdAt, read }) => (
          <li key={id}>
            <StatusMark tone={read ? 'off' : 'runs'}>
              <TimeText at={createdAt} form="minute" />
            </StatusMark>
            <span dir="auto" className={read ? undefined : styles['unread']}>
              {body}
            </span>
            <span className="row-end inline-actions">
              <ActionButton onPress={() => mark.mutate({ path: { id }, body: [{ op: 'replace', path: '/read', value: !read }] })}>
                {text(read ? 'notRead' : 'read')}
              </ActionButton>
              <IconButton icon="close" label={`${text('delete')}: ${body}`} onPress={() => remove.mutate({ path: { id } })} />
            </span>
          </li>
        )}
      </ItemList>
    </section>
  );
}

const SUBSCRIPTIONS = 'GET /api/v1/notifications/subscriptions';
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

/** The notifications that the person has chosen to get: each kind with a check box for each way to send it. A change is saved at once. */
function Subscriptions(): ReactNode {
  const text = useText(inboxMessages);
  const locale = useLanguage();
  const { data: kinds } = useRead('GET /api/v1/notifications', { query: { locale, subscribable: 'true' } });
  const { data: subscriptions, error } = useRead(SUBSCRIPTIONS, {});
  const replace = useChange('PUT /api/v1/notifications/subscriptions', { refreshes: [SUBSCRIPTIONS] });
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
    <Card title={text('subscriptions')}>
      <p className="hint">
        {text('subscriptionsHint')} {existing.some((subscription) => !isUnrestricted(subscription)) && text('narrow')}
      </p>
      <ErrorNote error={error ?? replace.error} />
      <ul className={`items ${styles['kinds']}`}>
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
    </Card>
  );
}
