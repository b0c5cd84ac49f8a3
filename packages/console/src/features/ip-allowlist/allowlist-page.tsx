/** The page of the IP allowlist: the addresses from which the API can be called. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { useChange, useRead } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ConfirmDialog, DeleteButton } from '../../ui/dialogs.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Card, EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { allowlistMessages } from './messages.ts';

/** The page. */
export function AllowlistPage(): ReactNode {
  const text = useText(allowlistMessages);
  const { data: allowlist, error } = useRead('GET /security/ip-allowlist', { query: {} });
  const create = useChange('POST /security/ip-allowlist', { refreshes: ALLOWLIST_READS });
  if (error instanceof ApiError && error.status === 404)
    return (
      <>
        <PageHead title={text('allowlist')} />
        <EmptyState
          title={text('empty')}
          action={
            <ActionButton tone="main" isPending={create.isPending} onPress={() => create.mutate({ body: { enabled: false } })}>
              {text('begin')}
            </ActionButton>
          }
          hint={text('emptyHint')}
        >
          <ErrorNote error={create.error} />
        </EmptyState>
      </>
    );
  if (error) return <ErrorNote error={error} />;
  return allowlist && <Allowlist allowlist={allowlist} />;
}

function Allowlist({ allowlist: { enabled } }: { allowlist: Schema<'IpAllowlist'> }): ReactNode {
  const text = useText(allowlistMessages);
  const [isAsking, setIsAsking] = useState(false);
  const { data: observations = [] } = useRead('GET /security/ip-allowlist/observations', {});
  const change = useChange('PATCH /security/ip-allowlist', {
    refreshes: ALLOWLIST_READS,
    notice: text('saved'),
    onDone: () => setIsAsking(false),
  });
  const remove = useChange('DELETE /security/ip-allowlist', { refreshes: ALLOWLIST_READS });
  function close(): void {
    setIsAsking(false);
    change.reset();
  }
  return (
    <>
      <PageHead
        title={text('allowlist')}
        aside={<StatusMark tone={enabled ? 'good' : 'waits'}>{text(enabled ? 'enforced' : 'observes')}</StatusMark>}
      >
        {enabled ? (
          <ActionButton isPending={change.isPending} onPress={() => change.mutate({ body: { enabled: false } })}>
            {text('observe')}
          </ActionButton>
        ) : (
          <ActionButton tone="main" onPress={() => setIsAsking(true)}>
            {text('enforce')}
          </ActionButton>
        )}
        <DeleteButton name={text('allowlist')} hint={text('deleteHint')} change={remove} input={{}} />
      </PageHead>
      <p className="hint">{text(enabled ? 'enforcedHint' : 'observesHint')}</p>
      <div className="columns">
        <AllowedAddresses />
        <ObservedCalls />
      </div>
      <ConfirmDialog
        title={text('enforceTitle')}
        action={text('enforce')}
        isOpen={isAsking}
        change={change}
        onConfirm={() => change.mutate({ body: { enabled: true } })}
        onClose={close}
      >
        <p>{observations.length > 0 ? text('pending', { count: observations.length }) : text('pendingNone')}</p>
        <p>{text('enforceHint')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The entries of the allowlist, and a form for another one. */
function AllowedAddresses(): ReactNode {
  const text = useText(allowlistMessages);
  const [{ ip, description }, draft] = useDraft({ ip: '', description: '' });
  const add = useChange('POST /security/ip-allowlist/ips', {
    refreshes: ALLOWLIST_READS,
    onDone: () => draft.set({ ip: '', description: '' }),
  });
  const remove = useChange('DELETE /security/ip-allowlist/ips/{ipEntryId}', { refreshes: ALLOWLIST_READS });
  return (
    <Card title={text('entries')}>
      <ItemList label={text('entries')} list={useWholeList('GET /security/ip-allowlist/ips', {})} empty={<p>{text('noEntries')}</p>}>
        {(entry) => (
          <li key={entry.id}>
            <code>{entry.ip}</code>
            <bdi className="hint">{entry.description}</bdi>
            <span className="row-end">
              <DeleteButton
                name={entry.ip}
                action={text('removeIt')}
                hint={text('entryHint')}
                change={remove}
                input={{ path: { ipEntryId: entry.id } }}
              />
            </span>
          </li>
        )}
      </ItemList>
      <ChangeForm action={text('add')} change={add} onSubmit={() => add.mutate({ body: [{ ip: ip.trim(), description }] })}>
        <TextField label={text('addressOrRange')} hint={text('addressHint')} {...draft.field('ip')} />
        <TextField label={text('purpose')} {...draft.field('description')} />
      </ChangeForm>
    </Card>
  );
}

const REFRESH_INTERVAL = 5000;

/** The calls that the allowlist refuses, or would refuse, each with a button that allows its address. */
function ObservedCalls(): ReactNode {
  const text = useText(allowlistMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const list = useWholeList('GET /security/ip-allowlist/observations', {}, { every: () => REFRESH_INTERVAL });
  const add = useChange('POST /security/ip-allowlist/ips', { refreshes: ALLOWLIST_READS });
  return (
    <Card title={text('observed')}>
      <p className="hint">{text('observedHint')}</p>
      <ItemList label={text('observed')} list={list} empty={<p>{text('noneObserved')}</p>}>
        {({ accountId, name, address, lastSeen }) => (
          <li key={`${accountId} ${address}`}>
            <code>{address}</code>
            <span dir="auto">{name}</span>
            <span className="hint">{text('seen', { time: timeText(lastSeen, 'minute', language, zone) })}</span>
            <span className="row-end">
              <ActionButton
                aria-label={`${text('allow')} ${address}`}
                isPending={add.isPending}
                onPress={() => add.mutate({ body: [{ ip: address, description: name }] })}
              >
                {text('allow')}
              </ActionButton>
            </span>
          </li>
        )}
      </ItemList>
      <ErrorNote error={add.error} />
    </Card>
  );
}

/** Routes whose answers change with the entries and the mode of the allowlist. */
const ALLOWLIST_READS = [
  'GET /security/ip-allowlist',
  'GET /security/ip-allowlist/ips',
  'GET /security/ip-allowlist/observations',
] as const;
