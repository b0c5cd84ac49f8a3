/** The matrix: an account in each row, a workspace in each column, and the names of the accounts. The arrow keys move from cell to cell. */
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Right, Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { rightMessages } from '../roles/messages.ts';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';
import { useAccountNameQuery } from '../users/account-name.tsx';
import { rightsMessages } from './messages.ts';
import tableStyles from '../../ui/data-table.module.css';
import styles from './rights.module.css';

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

/** The height of a row, in pixels: rights.module.css has the same one. */
const ROW_HEIGHT = 33;
/** Rows outside the visible part that are in the page, too. */
const ROWS_AHEAD = 8;

/** The matrix. Only the visible rows are in the page, and only their names are read: an install may have thousands of accounts. */
export function RightsMatrix({ kind, workspaces, accounts, rightsOf, isEdited, onOpen }: RightsMatrixProps): ReactNode {
  const text = useText(rightsMessages);
  const [active, setActive] = useState<readonly [number, number]>([0, 0]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: accounts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AHEAD,
    scrollPaddingStart: ROW_HEIGHT,
  });
  const items = virtual.getVirtualItems();
  const nameOf = useNamesOf(
    kind,
    items.map(({ index }) => accounts[index] ?? ''),
  );
  const [before, after] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  // The Tab key must reach a cell even if the last one is scrolled out of the page.
  const activeRow = items.some(({ index }) => index === active[0])
    ? active[0]
    : (items[Math.min(ROWS_AHEAD, items.length - 1)]?.index ?? 0);
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
    const next = [within(activeRow + step[0], accounts.length), within(active[1] + step[1], workspaces.length)] as const;
    setActive(next);
    virtual.scrollToIndex(next[0]);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join(' ')}"]`)?.focus();
  }
  return (
    <div className={`${tableStyles['table']} ${styles['rights']}`}>
      <div className={tableStyles['scroll']} ref={scroller}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus between the buttons of the cells */}
        <table aria-label={text('title')} aria-rowcount={accounts.length + 1} onKeyDown={onKeyDown}>
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
            {before > 0 && <tr aria-hidden="true" style={{ blockSize: before }} />}
            {items.map(({ index: row }) => {
              const accountId = accounts[row] ?? '';
              return (
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
                    isActive: row === activeRow && column === active[1],
                  }))}
                  onFocus={setActive}
                  onOpen={onOpen}
                />
              );
            })}
            {after > 0 && <tr aria-hidden="true" style={{ blockSize: after }} />}
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
    <tr aria-rowindex={(cells[0]?.position[0] ?? 0) + 2}>
      <th scope="row" dir="auto" title={account}>
        {account}
      </th>
      {cells.map(({ workspaceId, workspace, rights, isEdited, position, isActive }) => (
        <td key={workspaceId}>
          <button
            type="button"
            className={`${styles['cell']} ${isEdited ? styles['edited'] : ''}`}
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
                className={rights.includes(right) ? styles['granted'] : undefined}
              />
            ))}
          </button>
        </td>
      ))}
    </tr>
  );
}

/**
 * Returns the function that gives the name of an account: its id while the name is unknown, or if the caller may not read it. The name of a person has
 * the login with it where the caller may read it, because two people may have one name.
 */
export function useNamesOf(kind: 'people' | 'programs', ids: readonly string[]): (id: string) => string {
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead(
    'GET /account/service-accounts',
    { query: {} },
    { enabled: mayFindPrograms && kind === 'programs' },
  );
  const queryOf = useAccountNameQuery();
  const names = useQueries({
    queries: kind === 'people' ? ids.map(queryOf) : [],
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data])),
  });
  return (id) => {
    if (kind === 'programs') return programs.find((program) => program.id === id)?.name ?? id;
    const account = names.get(id);
    if (!account) return id;
    return account.login === undefined ? account.name : `${account.name} (${account.login})`;
  };
}
