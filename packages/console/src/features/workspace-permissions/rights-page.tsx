/** The rights of accounts on workspaces, as a matrix. */
import type { Right } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { ModalDialog, FormDialog } from '../../ui/dialogs.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { rightMessages } from '../roles/messages.ts';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';
import { UserField } from '../users/user-field.tsx';
import { useLack } from './lack.tsx';
import { rightsMessages } from './messages.ts';
import { type MatrixCell, RightsMatrix, useNamesOf } from './rights-matrix.tsx';
import { useRights } from './use-rights.ts';
import styles from './rights.module.css';

const MAX_WORKSPACES = 20;

/** The page. */
export function RightsPage(): ReactNode {
  const text = useText(rightsMessages);
  const { kind = 'people', workspace = '' } = useFilters('/admin/rights').filters;
  const rights = useRights(kind);
  const [cell, setCell] = useState<MatrixCell>();
  const [isChecking, setIsChecking] = useState(false);
  const managesNone = rights.isReady && rights.workspaces.length === 0;
  const lackOfPrograms = useLack({ permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
  const hidesPrograms = kind === 'programs' && lackOfPrograms !== undefined;
  useUnsaved(rights.isUnsaved);
  const matching = rights.workspaces.filter(({ name = '' }) => name.toLowerCase().includes(workspace.toLowerCase()));
  const shown = matching.slice(0, MAX_WORKSPACES);
  function check(): void {
    rights.apply.reset();
    rights.check.mutate();
    setIsChecking(true);
  }
  return (
    <div className="page-fill">
      <PageHead title={text('title')} aside={rights.edits.length > 0 && <span>{text('pending', { count: rights.edits.length })}</span>}>
        {!managesNone && (
          <>
            <ActionButton isDisabled={rights.edits.length === 0} onPress={rights.discard}>
              {text('undo')}
            </ActionButton>
            <ActionButton tone="main" isDisabled={rights.edits.length === 0} onPress={check}>
              {text('check')}
            </ActionButton>
          </>
        )}
      </PageHead>
      {!managesNone && <RightsFilterBar kind={kind} accounts={rights.accounts} onAdd={rights.add} />}
      {hidesPrograms && <p className="hint">{text('programsHidden', { lack: lackOfPrograms })}</p>}
      {rights.error && <ErrorNote error={rights.error} />}
      {rights.isReady && shown.length === 0 && <EmptyState title={text('empty')} hint={text('emptyHint')} />}
      {rights.isReady && shown.length > 0 && (
        <>
          {rights.accounts.length === 0 && !hidesPrograms && <p>{text('noRows')}</p>}
          <RightsMatrix
            kind={kind}
            workspaces={shown}
            accounts={rights.accounts}
            rightsOf={rights.rightsOf}
            isEdited={rights.isEdited}
            onOpen={setCell}
          />
          <p className="hint">
            {text('legend')} {matching.length > shown.length && text('tooMany', { count: shown.length })}
          </p>
        </>
      )}
      {cell && (
        <CellDialog
          cell={cell}
          rights={rights.rightsOf(cell.accountId, cell.workspaceId)}
          onClose={() => setCell(undefined)}
          onSet={(chosen) => {
            rights.edit(cell.accountId, cell.workspaceId, chosen);
            setCell(undefined);
          }}
        />
      )}
      {isChecking && <PreviewDialog kind={kind} rights={rights} onClose={() => setIsChecking(false)} />}
    </div>
  );
}

type RightsFilterBarProps = {
  kind: 'people' | 'programs';
  accounts: readonly string[];
  onAdd: (id: string) => void;
};

function RightsFilterBar({ kind, accounts, onAdd }: RightsFilterBarProps): ReactNode {
  const text = useText(rightsMessages);
  const { change, typed } = useFilters('/admin/rights');
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead(
    'GET /account/service-accounts',
    { query: {} },
    { enabled: mayFindPrograms && kind === 'programs' },
  );
  return (
    <FilterBar>
      <ChoiceField
        label={text('accounts')}
        value={kind}
        options={[
          { id: 'people', name: text('people') },
          { id: 'programs', name: text('programs') },
        ]}
        onChange={(id) => change({ kind: id === 'people' ? undefined : id })}
      />
      <FilterField label={text('workspace')} {...typed('workspace')} />
      {kind === 'people' && <UserField label={text('addUser')} without={accounts} onChoose={onAdd} />}
      {kind === 'programs' && mayFindPrograms && (
        <FindField
          label={text('addProgram')}
          empty={text('nothingFits')}
          options={programs.filter(({ id }) => !accounts.includes(id)).map(({ id, name }) => ({ id, name }))}
          onChoose={onAdd}
        />
      )}
    </FilterBar>
  );
}

type CellDialogProps = { cell: MatrixCell; rights: readonly Right[]; onSet: (rights: Right[]) => void; onClose: () => void };

/** The dialog for the rights of one account on one workspace. Nothing is sent yet. */
function CellDialog({ cell: { account, workspace }, rights, onSet, onClose }: CellDialogProps): ReactNode {
  const text = useText(rightsMessages);
  const describe = useText(rightMessages);
  const [chosen, setChosen] = useState<Right[]>([...rights]);
  return (
    <FormDialog
      title={text('rightsOf', { account, workspace })}
      action={text('set')}
      change={{ isPending: false, error: null }}
      onSubmit={() => onSet(chosen)}
      onClose={onClose}
    >
      <CheckList<Right>
        label={text('title')}
        values={chosen}
        options={WORKSPACE_RIGHTS.map((id) => ({ id, name: describe(id), hint: id }))}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

type PreviewDialogProps = { kind: 'people' | 'programs'; rights: ReturnType<typeof useRights>; onClose: () => void };

/** The dialog with the server's preview of all changes, and the button that makes them. */
function PreviewDialog({ kind, rights: { check, apply, workspaces }, onClose }: PreviewDialogProps): ReactNode {
  const text = useText(rightsMessages);
  const describe = useText(rightMessages);
  const changes = check.data?.changes ?? [];
  const rejected = (apply.data ?? check.data)?.rejected ?? [];
  const nameOf = useNamesOf(kind, [...new Set(changes.map(({ userId }) => userId))]);
  const textOf = (rights: readonly Right[]): string => rights.map((right) => describe(right)).join(', ') || text('noRights');
  const error = check.error ?? apply.error;
  function submit(): void {
    apply.mutate(undefined, {
      onSuccess: (result) => {
        if (result.rejected.length > 0) return;
        toast(text('applied'));
        onClose();
      },
    });
  }
  return (
    <ModalDialog title={text('previewTitle')} isOpen onClose={onClose}>
      {check.isPending && <p role="status">{text('loading')}</p>}
      {check.isSuccess && changes.length === 0 && rejected.length === 0 && <p>{text('nothing')}</p>}
      <ul className={`ruled ${styles['changes']}`}>
        {changes.map(({ userId, workspaceId, before, after, remainingSharings }) => (
          <li key={`${userId} ${workspaceId}`}>
            <strong dir="auto">
              {text('rightsOf', {
                account: nameOf(userId),
                workspace: workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId,
              })}
            </strong>
            <span>
              <del>{textOf(before)}</del> → <ins>{textOf(after)}</ins>
            </span>
            {remainingSharings && <p>{text('sharingsStay', { count: remainingSharings.total })}</p>}
          </li>
        ))}
      </ul>
      {rejected.length > 0 && (
        <div className="note bad" role="alert">
          <p>{text(apply.isSuccess ? 'partly' : 'rejected')}</p>
          {rejected.map(({ message }, index) => (
            <p key={index}>{message}</p>
          ))}
        </div>
      )}
      <ErrorNote error={error} />
      <div className="buttons">
        <ActionButton onPress={onClose}>{text(apply.isSuccess ? 'close' : 'cancel')}</ActionButton>
        {!apply.isSuccess && (
          <ActionButton tone="main" isDisabled={!check.isSuccess || changes.length === 0} isPending={apply.isPending} onPress={submit}>
            {text('apply')}
          </ActionButton>
        )}
      </div>
    </ModalDialog>
  );
}
