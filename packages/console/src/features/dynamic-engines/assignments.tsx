/** Assigns environments to dynamic engines, ends assignments, and shows the assigned environments. */
import { useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ConfirmDialog, ModalDialog } from '../../ui/dialogs.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { EnvironmentStatusMark } from './dynamic-engine-state.tsx';
import { assignmentMessages } from './messages.ts';

const SEARCH = 'POST /orchestration/dynamic-engine-environments/search';

/** The routes whose answers change when an assignment begins or ends. */
const ASSIGNMENT_READS: readonly Route[] = [
  SEARCH,
  'GET /orchestration/dynamic-engine-environments/{environmentId}',
  'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
];

type AssignDialogProps = {
  title: string;
  /** The label of the choice. */
  label: string;
  options: readonly Option[];
  /** The text if there are no options. */
  empty: string;
  /** The text below an incomplete list. */
  more: string | undefined;
  assignmentOf: (chosen: string) => { environmentId: string; dynamicEngineId: string };
  onClose: () => void;
};

/** Chooses the other side of an assignment: an environment for an engine, or an engine for an environment. */
export function AssignDialog({ title, label, options, empty, more, assignmentOf, onClose }: AssignDialogProps): ReactNode {
  const text = useText(assignmentMessages);
  const [chosen, setChosen] = useState<string>();
  const id = chosen ?? options[0]?.id;
  const assign = useChange('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
    refreshes: ASSIGNMENT_READS,
    notice: text('assigned'),
    onDone: onClose,
  });
  function onSubmit(): void {
    if (id === undefined) return;
    const { environmentId, dynamicEngineId } = assignmentOf(id);
    assign.mutate({ path: { environmentId }, query: { dynamicEngineId } });
  }
  return (
    <ModalDialog title={title} onClose={onClose}>
      <p>{id === undefined ? empty : text('assignHint')}</p>
      {id !== undefined && (
        <ChangeForm action={title} change={assign} onSubmit={onSubmit} onCancel={onClose}>
          <ChoiceField label={label} value={id} options={options} onChange={setChosen} />
          {more !== undefined && <p className="hint">{more}</p>}
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

type UnassignProps = { environment: Pick<Schema<'DEEnvironment'>, 'id' | 'name'>; dynamicEngineId: string };

/** Ends an assignment, after a question. The environment stays in the list until the operator has removed it from the cluster. */
export function UnassignButton({ environment: { id, name }, dynamicEngineId }: UnassignProps): ReactNode {
  const text = useText(assignmentMessages);
  const [isAsking, setIsAsking] = useState(false);
  const unassign = useChange('DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}', {
    refreshes: ASSIGNMENT_READS,
    notice: text('unassigned'),
    onDone: () => close(),
  });
  function close(): void {
    setIsAsking(false);
    unassign.reset();
  }
  return (
    <>
      <ActionButton onPress={() => setIsAsking(true)}>{text('unassign')}</ActionButton>
      <ConfirmDialog
        title={text('unassignTitle', { name })}
        action={text('unassign')}
        isOpen={isAsking}
        change={unassign}
        onConfirm={() => unassign.mutate({ path: { dynamicEngineId, environmentId: id } })}
        onClose={close}
      >
        <p>{text('unassignHint')}</p>
      </ConfirmDialog>
    </>
  );
}

const REFRESH_INTERVAL = 3000;
/** The largest number of environments that the search returns. */
const PAGE_SIZE = 100;

/** The environments that are assigned to a dynamic engine, with their states. Only accounts that manage environments may list them. */
export function AssignedEnvironments({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(assignmentMessages);
  const maySee = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const mayAssign = useMay('SVC_CLUSTER_MANAGEMENT') && engine.state !== 'DELETED';
  const [isAssigning, setIsAssigning] = useState(false);
  return (
    <Card
      title={text('environments')}
      actions={
        maySee &&
        mayAssign && (
          <ActionButton icon="plus" onPress={() => setIsAssigning(true)}>
            {text('assign')}
          </ActionButton>
        )
      }
    >
      {maySee ? <AssignedTable engineId={engine.id} mayAssign={mayAssign} /> : <p className="hint">{text('notYours')}</p>}
      {isAssigning && <AssignEnvironment engineId={engine.id} onClose={() => setIsAssigning(false)} />}
    </Card>
  );
}

function AssignedTable({ engineId, mayAssign }: { engineId: string; mayAssign: boolean }): ReactNode {
  const text = useText(assignmentMessages);
  const body = { deId: engineId, sortBy: 'NAME', sortOrder: 'ASC', limit: PAGE_SIZE } as const;
  const { data, error } = useRead(SEARCH, { body }, { every: () => REFRESH_INTERVAL });
  if (error) return <ErrorNote error={error} />;
  const items = data?.items ?? [];
  if (data && items.length === 0) return <p className="hint">{text('empty')}</p>;
  const unassign = (environment: Schema<'DEEnvironment'>): ReactNode =>
    mayAssign && <UnassignButton environment={environment} dynamicEngineId={engineId} />;
  return (
    <>
      <ShortTable label={text('environments')} columns={columnsOf(text, unassign)} rows={items} keyOf={({ id }) => id} />
      {(data?.total ?? 0) > items.length && <p className="hint">{text('onlyFirst', { count: items.length })}</p>}
    </>
  );
}

/** Chooses one of the environments that belong to no engine. */
function AssignEnvironment({ engineId, onClose }: { engineId: string; onClose: () => void }): ReactNode {
  const text = useText(assignmentMessages);
  const body = { status: 'NOT_ASSIGNED', sortBy: 'NAME', sortOrder: 'ASC', limit: PAGE_SIZE } as const;
  const { data, error } = useRead(SEARCH, { body });
  if (error) return <ErrorNote error={error} />;
  if (!data) return undefined;
  const options = (data.items ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <AssignDialog
      title={text('assign')}
      label={text('environment')}
      options={options}
      empty={text('noFree')}
      more={(data.total ?? 0) > options.length ? text('onlyFirst', { count: options.length }) : undefined}
      assignmentOf={(environmentId) => ({ environmentId, dynamicEngineId: engineId })}
      onClose={onClose}
    />
  );
}

const columnsOf = (
  text: TextOf<typeof assignmentMessages>,
  unassign: (environment: Schema<'DEEnvironment'>) => ReactNode,
): TableColumn<Schema<'DEEnvironment'>>[] => [
  {
    id: 'status',
    header: text('status'),
    width: '12rem',
    render: ({ status }) => <EnvironmentStatusMark status={status} />,
  },
  {
    id: 'name',
    header: text('environment'),
    render: ({ id, name, status }) => (
      <>
        <TextLink to="/setup/dynamic-engine-environments/$environmentId" params={{ environmentId: id }} name={name} />
        {(status === 'SET_UP_REQUIRED' || status === 'NOT_READY') && <p className="hint">{text(`${status}hint`)}</p>}
      </>
    ),
  },
  { id: 'unassign', header: '', align: 'end', render: unassign },
];
