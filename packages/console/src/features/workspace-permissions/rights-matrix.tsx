/** The matrix: an account in each row, a workspace in each column, and the names of the accounts. The arrow keys move from cell to cell. */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Right, Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { rightMessages } from '../roles/messages.ts';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';
import { accountNameQuery } from '../users/account-name.tsx';
import { rightsMessages } from './messages.ts';
import tableStyles from '../../ui/data-table.module.css';
import './rights.css';

/** A cell that a person has opened. */
export type MatrixCell = { accountId: string; account: string; workspaceId: string; workspace: string };

type RightsMatrixProps = {
  kind: 'people' | 'programs';
  workspaces: readonly Schema<'WorkspaceInfo'>[];
  accounts: readonly string[];
  rightsOf: (accountId: string, workspaceId: string) => readonly Right[];
  isEdited: (accountId: string, workspaceId: string) => boolean;
  onOpen: (cell: MatrixCell) => void;
};

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The matrix. */
export function RightsMatrix({ kind, workspaces, accounts, rightsOf, isEdited, onOpen }: RightsMatrixProps): ReactNode {
  const text = useText(rightsMessages);
  const nameOf = useNamesOf(kind, accounts);
  const [active, setActive] = useState<readonly [number, number]>([0, 0]);
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
    const next = [within(active[0] + step[0], accounts.length), within(active[1] + step[1], workspaces.length)] as const;
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join(' ')}"]`)?.focus();
  }
  return (
    <div className={`${tableStyles['table']} rights`}>
      <div className={tableStyles['scroll']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus between the buttons of the cells */}
        <table aria-label={text('title')} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">{text('account')}</th>
              {workspaces.map(({ id, name }) => (
                <th key={id} scope="col" dir="auto" title={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((accountId, row) => (
              <AccountRow
                key={accountId}
                account={nameOf(accountId)}
                accountId={accountId}
                cells={workspaces.map(({ id = '', name = '' }, column) => ({
                  workspaceId: id,
                  workspace: name,
                  rights: rightsOf(accountId, id),
                  isEdited: isEdited(accountId, id),
                  position: [row, column] as const,
                  isActive: row === active[0] && column === active[1],
                }))}
                onFocus={setActive}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Cell = {
  workspaceId: string;
  workspace: string;
  rights: readonly Right[];
  isEdited: boolean;
  position: readonly [number, number];
  isActive: boolean;
};

type AccountRowProps = {
  account: string;
  accountId: string;
  cells: readonly Cell[];
  onFocus: (position: readonly [number, number]) => void;
  onOpen: (cell: MatrixCell) => void;
};

function AccountRow({ account, accountId, cells, onFocus, onOpen }: AccountRowProps): ReactNode {
  const text = useText(rightsMessages);
  const describe = useText(rightMessages);
  return (
    <tr>
      <th scope="row" dir="auto" title={account}>
        {account}
      </th>
      {cells.map(({ workspaceId, workspace, rights, isEdited, position, isActive }) => (
        <td key={workspaceId}>
          <button
            type="button"
            className={`rights-cell${isEdited ? ' edited' : ''}`}
            data-cell={position.join(' ')}
            tabIndex={isActive ? 0 : -1}
            aria-label={text('cell', { account, workspace, rights: rights.map((right) => describe(right)).join(', ') || text('noRights') })}
            onFocus={() => onFocus(position)}
            onClick={() => onOpen({ accountId, account, workspaceId, workspace })}
          >
            {WORKSPACE_RIGHTS.map((right) => (
              <span
                key={right}
                data-letter={rights.includes(right) ? right[0] : '·'}
                className={rights.includes(right) ? 'granted' : undefined}
              />
            ))}
          </button>
        </td>
      ))}
    </tr>
  );
}

/**
 * Returns the function that gives the name of an account: its id while the name is unknown, or if the caller may not read it; the name with the login
 * if two names are equal.
 */
export function useNamesOf(kind: 'people' | 'programs', ids: readonly string[]): (id: string) => string {
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead(
    'GET /account/service-accounts',
    { query: {} },
    { enabled: mayFindPrograms && kind === 'programs' },
  );
  const names = useQueries({
    queries: kind === 'people' ? ids.map(accountNameQuery) : [],
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data])),
  });
  return (id) => {
    if (kind === 'programs') return programs.find((program) => program.id === id)?.name ?? id;
    const account = names.get(id);
    const isAmbiguous = [...names].some(([other, named]) => other !== id && named?.name === account?.name);
    if (!account) return id;
    return isAmbiguous ? `${account.name} (${account.login})` : account.name;
  };
}
