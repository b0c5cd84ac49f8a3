/** The page of the IP allowlist: the addresses from which the API can be called. */
import { useState, type ReactNode } from 'react';
import { ApiError } from '@millrace/contract/client';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AllowedAddresses } from './allowed-addresses.tsx';
import { allowlistMessages } from './messages.ts';
import { ObservedCalls } from './observed-calls.tsx';
import { ALLOWLIST_READS } from './reads.ts';
import '../../ui/columns.css';

/** The page. */
export function AllowlistPage(): ReactNode {
  const text = useText(allowlistMessages);
  const { data: allowlist, error } = useRead('GET /security/ip-allowlist', { query: {} });
  const create = useChange('POST /security/ip-allowlist', { refreshes: ALLOWLIST_READS });
  if (error instanceof ApiError && error.status === 404)
    return (
      <>
        <PageHead title={text('title')} />
        <EmptyState
          title={text('empty')}
          action={
            <ActionButton tone="main" isPending={create.isPending} onPress={() => create.mutate({ body: { enabled: false } })}>
              {text('begin')}
            </ActionButton>
          }
        >
          <p>{text('emptyHint')}</p>
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
        title={text('title')}
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
        <DeleteButton name={text('title')} hint={text('deleteHint')} change={remove} onDelete={() => remove.mutate({})} />
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
