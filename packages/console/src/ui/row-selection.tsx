/** The selection of rows: a check box for each row, and the bar with the actions on the selected ones. */
import { useState, type ChangeEvent, type MouseEvent, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import styles from './data-table.module.css';

/** Makes the rows of a table selectable. */
export type RowSelection<Row> = {
  /** The name of a row, for its check box and for the list of refusals. */
  nameOf: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
};

/** The rows that are selected, by their keys, and the functions that change them. */
type SelectedRows<Row> = {
  selected: ReadonlyMap<string, Row>;
  /**
   * Selects a row, or removes it from the selection; with `isRange`, selects all rows from the one that was toggled last. `isOn` says which of the two; by
   * default the other state of the row.
   */
  toggle: (index: number, isRange: boolean, isOn?: boolean) => void;
  /** Selects all rows, or none if all are selected. */
  toggleAll: () => void;
  isAll: boolean;
  clear: () => void;
};

/** The state of a selection. A new result of the list has nothing selected. */
export function useSelectedRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string, result: string | undefined): SelectedRows<Row> {
  const [{ selected, last, ofResult }, setState] = useState<{
    selected: ReadonlyMap<string, Row>;
    last: number;
    ofResult: string | undefined;
  }>({
    selected: new Map(),
    last: 0,
    ofResult: result,
  });
  if (ofResult !== result) setState({ selected: new Map(), last: 0, ofResult: result });
  const isAll = rows.length > 0 && rows.every((row) => selected.has(keyOf(row)));
  const set = (next: ReadonlyMap<string, Row>, index = last): void => setState({ selected: next, last: index, ofResult: result });
  return {
    selected,
    isAll,
    toggle(index, isRange, isOn) {
      const next = new Map(selected);
      const row = rows[index];
      if (row === undefined) return;
      const isSelected = isOn ?? (isRange || !selected.has(keyOf(row)));
      const range = isRange ? rows.slice(Math.min(index, last), Math.max(index, last) + 1) : [row];
      for (const one of range) {
        if (isSelected) next.set(keyOf(one), one);
        else next.delete(keyOf(one));
      }
      set(next, index);
    },
    toggleAll: () => set(isAll ? new Map() : new Map(rows.map((row) => [keyOf(row), row]))),
    clear: () => set(new Map()),
  };
}

type SelectBoxProps = {
  label: string;
  isSelected: boolean;
  isPartly?: boolean;
  tabIndex?: number;
  /** Called with whether the person held the Shift key. */
  onToggle: (isRange: boolean) => void;
};

/** The check box of a row, or of the head. It fills its cell, so that it is easy to hit. */
export function SelectBox({ label, isSelected, isPartly = false, tabIndex, onToggle }: SelectBoxProps): ReactNode {
  return (
    <label className={styles['select']}>
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={({ nativeEvent }: ChangeEvent) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        // The browser would select the text between two clicks.
        onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}
      />
    </label>
  );
}

type SelectionBarProps<Row> = RowSelection<Row> & { rows: readonly Row[]; onClear: () => void; onDone: () => void };

/** The number of selected rows, the actions on them, and the dialog of the action that was chosen. */
export function SelectionBar<Row>({ nameOf, actions, rows, onClear, onDone }: SelectionBarProps<Row>): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<{ action: BulkAction<Row>; rows: readonly Row[] }>();
  return (
    <div className={styles['bar']}>
      <span role="status">{text('selected', { count: rows.length })}</span>
      {actions.map((action) => (
        <ActionButton
          key={action.id}
          icon={action.icon}
          isDisabled={!rows.some((row) => action.isFor?.(row) ?? true)}
          onPress={() => setOpen({ action, rows })}
        >
          {action.label}
        </ActionButton>
      ))}
      <ActionButton icon="close" onPress={onClear}>
        {text('clearSelection')}
      </ActionButton>
      {open && (
        <BulkDialog
          {...open}
          nameOf={nameOf}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) onClear();
          }}
          onDone={onDone}
        />
      )}
    </div>
  );
}
