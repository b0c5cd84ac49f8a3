/** The rights of accounts on workspaces, as a matrix. */
import { useState, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { UserField } from '../users/user-field.tsx';
import { rightsMessages } from './messages.ts';
import { CellDialog, PreviewDialog } from './rights-dialogs.tsx';
import { RightsMatrix, type MatrixCell } from './rights-matrix.tsx';
import { useRights } from './use-rights.ts';

const MAX_WORKSPACES = 20;

/** The page. */
export function RightsPage(): ReactNode {
  const text = useText(rightsMessages);
  const { kind = 'people', workspace = '' } = useFilters('/admin/rights').filters;
  const rights = useRights(kind);
  const [cell, setCell] = useState<MatrixCell>();
  const [isChecking, setIsChecking] = useState(false);
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
        <ActionButton isDisabled={rights.edits.length === 0} onPress={rights.discard}>
          {text('undo')}
        </ActionButton>
        <ActionButton tone="main" isDisabled={rights.edits.length === 0} onPress={check}>
          {text('check')}
        </ActionButton>
      </PageHead>
      <RightsFilterBar kind={kind} accounts={rights.accounts} onAdd={rights.add} onDiscard={rights.discard} />
      {rights.error && <ErrorNote error={rights.error} />}
      {rights.isReady && shown.length === 0 && (
        <EmptyState title={text('empty')}>
          <p>{text('emptyHint')}</p>
        </EmptyState>
      )}
      {rights.isReady && shown.length > 0 && (
        <>
          {rights.accounts.length === 0 && <p>{text('noRows')}</p>}
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
  onDiscard: () => void;
};

function RightsFilterBar({ kind, accounts, onAdd, onDiscard }: RightsFilterBarProps): ReactNode {
  const text = useText(rightsMessages);
  const { change, typed } = useFilters('/admin/rights');
  const mayFindUsers = useMay('SVC_USER_MANAGEMENT');
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead(
    'GET /account/service-accounts',
    { query: {} },
    { enabled: mayFindPrograms && kind === 'programs' },
  );
  return (
    <div className="filters" role="search">
      <ChoiceField
        label={text('accounts')}
        value={kind}
        options={[
          { id: 'people', name: text('people') },
          { id: 'programs', name: text('programs') },
        ]}
        onChange={(id) => {
          onDiscard();
          change({ kind: id === 'people' ? undefined : id });
        }}
      />
      <FilterField label={text('workspace')} {...typed('workspace')} />
      {kind === 'people' && mayFindUsers && <UserField label={text('addUser')} without={accounts} onChoose={onAdd} />}
      {kind === 'programs' && mayFindPrograms && (
        <FindField
          label={text('addProgram')}
          empty={text('nothingFits')}
          options={programs.filter(({ id }) => !accounts.includes(id)).map(({ id, name }) => ({ id, name }))}
          onChoose={onAdd}
        />
      )}
    </div>
  );
}
