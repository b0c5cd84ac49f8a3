/** One connection: test, change, move, delete. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MoveDialog } from '../workspaces/workspace-choice.tsx';
import { connectionMessages } from './messages.ts';
import { ParameterRows, toDraftParameters, toParameters, type DraftParameter } from './parameter-rows.tsx';

const route = getRouteApi('/setup/connections/$connectionId');

const READS: readonly Route[] = ['GET /orchestration/connections', 'GET /orchestration/connections/{connectionId}'];

/** The page. */
export function ConnectionPage(): ReactNode {
  const text = useText(connectionMessages);
  const { connectionId } = route.useParams();
  const mayChange = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const [open, setOpen] = useState<'move' | 'delete'>();
  const path = { connectionId };
  const { data: connection, error } = useRead('GET /orchestration/connections/{connectionId}', { path });
  const test = useChange('POST /orchestration/connections/{connectionId}/test', { refreshes: READS });
  if (!connection) return <ErrorNote error={error} />;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHead title={connection.name} aside={<bdi className="hint">{connection.app}</bdi>}>
        {mayChange && (
          <>
            <ActionButton onPress={() => setOpen('delete')}>{text('delete')}</ActionButton>
            <ActionButton onPress={() => setOpen('move')}>{text('move')}</ActionButton>
            <ActionButton tone="main" isPending={test.isPending} onPress={() => test.mutate({ path })}>
              {text('test')}
            </ActionButton>
          </>
        )}
      </PageHead>
      <ErrorNote error={test.error} />
      {test.data && <TestResult result={test.data} />}
      <Card title={text('facts')}>
        <FactList
          facts={[
            [text('workspace'), connection.workspace.name],
            [text('created'), <TimeText key="created" at={connection.createDate} form="minute" />],
            [text('changed'), connection.updateDate && <TimeText key="changed" at={connection.updateDate} form="minute" />],
            [text('lastCheck'), connection.lastCheck && <LastCheck key="check" check={connection.lastCheck} />],
            [text('id'), <code key="id">{connection.id}</code>],
          ]}
        />
      </Card>
      <section className="card">
        <ConnectionForm key={connection.updateDate} connection={connection} />
      </section>
      {open === 'move' && <MoveConnection connection={connection} onClose={close} />}
      {open === 'delete' && <DeleteConnection connection={connection} onClose={close} />}
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
      <span className="wraps hint" dir="auto">
        {message}
      </span>
    </>
  );
}

function TestResult({ result: { success, reason } }: { result: Schema<'ConnectionTest'> }): ReactNode {
  const text = useText(connectionMessages);
  return (
    <div className={success ? 'note' : 'note bad'} role="status">
      <StatusMark tone={success ? 'good' : 'bad'}>
        <span className="wraps" dir="auto">
          {text(success ? 'works' : 'fails', { reason })}
        </span>
      </StatusMark>
    </div>
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

type DialogProps = { connection: Schema<'ConnectionDetails'>; onClose: () => void };

/** Moves a connection to another workspace of its environment. */
function MoveConnection({ connection: { id, name, workspace }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const move = useChange('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/connections', 'GET /orchestration/connections/{connectionId}'],
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

/** Asks before a connection is deleted. */
function DeleteConnection({ connection: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/connections/{connectionId}', {
    refreshes: ['GET /orchestration/connections'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/setup/connections' }),
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { connectionId: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
