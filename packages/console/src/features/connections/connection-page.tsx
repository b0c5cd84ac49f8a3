/** One connection: test, change, move, delete. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, FactsCard, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { DOTS } from '../artifacts/parameter-values.ts';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { MoveDialog } from '../workspaces/workspace-choice.tsx';
import { ConnectionTestNote } from './connection-test-note.tsx';
import { connectionMessages } from './messages.ts';
import { OutboundNote } from './outbound-note.tsx';
import { ParameterRows, toDraftParameters, toParameters, type DraftParameter } from './parameter-rows.tsx';

const route = getRouteApi('/setup/connections/$connectionId');

const READS: readonly Route[] = ['GET /orchestration/connections', 'GET /orchestration/connections/{connectionId}'];

/** The page. */
export function ConnectionPage(): ReactNode {
  const text = useText(connectionMessages);
  const { connectionId } = route.useParams();
  const [isMoving, setIsMoving] = useState(false);
  const path = { connectionId };
  const { data: connection, error } = useRead('GET /orchestration/connections/{connectionId}', { path });
  const lack = useLack(connection ? { ...CHANGES_CONNECTIONS, workspace: connection.workspace } : {});
  const test = useChange('POST /orchestration/connections/{connectionId}/test', { refreshes: READS });
  const remove = useDeletion('DELETE /orchestration/connections/{connectionId}', ['GET /orchestration/connections'], '/setup/connections');
  if (!connection) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={connection.name} aside={<bdi className="hint">{connection.app}</bdi>}>
        {lack === undefined && (
          <>
            <DeleteButton name={connection.name} hint={text('deleteHint')} change={remove} input={{ path }} />
            <ActionButton onPress={() => setIsMoving(true)}>{text('move')}</ActionButton>
            <ActionButton tone="main" isPending={test.isPending} onPress={() => test.mutate({ path })}>
              {text('testNow')}
            </ActionButton>
          </>
        )}
      </PageHead>
      <LookOnly lack={lack} />
      <ErrorNote error={test.error} />
      {test.data && <ConnectionTestNote result={test.data} />}
      {lack === undefined && <OutboundNote />}
      <FactsCard
        facts={[
          [text('workspace'), connection.workspace.name],
          [text('created'), <TimeText key="created" at={connection.createDate} form="minute" />],
          [text('changed'), connection.updateDate && <TimeText key="changed" at={connection.updateDate} form="minute" />],
          [text('lastCheck'), connection.lastCheck && <LastCheck key="check" check={connection.lastCheck} />],
          [text('id'), <code key="id">{connection.id}</code>],
        ]}
      />
      {lack === undefined ? (
        <section className="card">
          <ConnectionForm key={connection.updateDate} connection={connection} />
        </section>
      ) : (
        <Card title={text('parameters')}>
          <FactList facts={connection.parameters.map(({ name, value, encrypted }) => [name, encrypted ? DOTS : value])} />
        </Card>
      )}
      {isMoving && <MoveConnection connection={connection} onClose={() => setIsMoving(false)} />}
    </>
  );
}

/** The last test, crawl or scan with the present parameters. */
function LastCheck({ check: { kind, at, success, message } }: { check: Schema<'ConnectionCheck'> }): ReactNode {
  const text = useText(connectionMessages);
  return (
    <>
      <StatusMark tone={success ? 'good' : 'bad'}>
        {text(kind)}, <TimeText at={at} form="minute" />
      </StatusMark>{' '}
      <bdi className="wraps hint">{message}</bdi>
    </>
  );
}

function ConnectionForm({ connection }: { connection: Schema<'ConnectionDetails'> }): ReactNode {
  const text = useText(connectionMessages);
  const [name, setName] = useState(connection.name);
  const [parameters, setParameters] = useState<readonly DraftParameter[]>(() => toDraftParameters(connection.parameters));
  const save = useChange('PUT /orchestration/connections/{connectionId}', { refreshes: READS, notice: text('saved') });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { connectionId: connection.id }, body: { name, parameters: toParameters(parameters) } })}
    >
      <TextField label={text('name')} value={name} onChange={setName} isRequired autoComplete="off" />
      <ParameterRows parameters={parameters} onChange={setParameters} />
    </ChangeForm>
  );
}

type MoveConnectionProps = { connection: Schema<'ConnectionDetails'>; onClose: () => void };

/** Moves a connection to another workspace of its environment. */
function MoveConnection({ connection: { id, name, workspace }, onClose }: MoveConnectionProps): ReactNode {
  const text = useText(connectionMessages);
  const move = useChange('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
    refreshes: READS,
    notice: text('moved'),
    onDone: onClose,
  });
  return (
    <MoveDialog
      name={name}
      workspaceId={workspace.id}
      change={move}
      onMove={(targetWorkspaceId) => move.mutate({ path: { connectionId: id, targetWorkspaceId } })}
      onClose={onClose}
    />
  );
}
