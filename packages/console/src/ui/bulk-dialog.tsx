/** One action on many rows: a question, the progress, and the rows for which the server has refused it. */
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton, type ButtonTone } from './action-button.tsx';
import { callForEach } from './call-for-each.ts';
import { ModalDialog } from './dialogs.tsx';
import type { IconName } from './icon.tsx';
import { errorSentence } from './page-parts.tsx';
import { ProgressLine } from './progress-line.tsx';
import { toast } from './toast.tsx';
import styles from './data-table.module.css';

/** An action on selected rows. */
export type BulkAction<Row> = {
  id: string;
  /** The name of the action, a verb. */
  label: string;
  icon?: IconName;
  /** The emphasis of the button that confirms it; default: `main`. */
  tone?: ButtonTone;
  /** The question, with the number of rows. */
  title: (count: number) => string;
  /** What the action does, in one sentence. */
  hint: string;
  /** Whether the action applies to a row. Others are left out, which the question says. */
  isFor?: (row: Row) => boolean;
  /** Calls the server for one row. */
  call: (row: Row) => Promise<unknown>;
};

type Refusal = { name: string; error: unknown };
type Progress = { done: number; refusals: readonly Refusal[]; isRunning: boolean };

type BulkDialogProps<Row> = {
  action: BulkAction<Row>;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Called with whether the action was done, at least for some rows. */
  onClose: (isDone: boolean) => void;
  /** Called when the calls have ended. */
  onDone: () => void;
};

/** Asks once, then acts on the rows, a few at a time. It stays open while there are refusals to read. */
export function BulkDialog<Row>({ action, rows, nameOf, onClose, onDone }: BulkDialogProps<Row>): ReactNode {
  const text = useText();
  const [progress, setProgress] = useState<Progress>();
  const isStopped = useRef(false);
  const fitting = rows.filter((row) => action.isFor?.(row) ?? true);
  const leftOut = rows.length - fitting.length;

  async function act(): Promise<void> {
    const refusals: Refusal[] = [];
    let done = 0;
    const show = (isRunning: boolean): void => setProgress({ done, refusals: [...refusals], isRunning });
    const onEnd = (row: Row, error?: unknown): void => {
      if (error !== undefined) refusals.push({ name: nameOf(row), error });
      done += 1;
      show(true);
    };
    show(true);
    await callForEach(
      fitting,
      (row) => action.call(row),
      onEnd,
      () => isStopped.current,
    );
    show(false);
    onDone();
    if (refusals.length > 0 || isStopped.current) return;
    toast(text('bulkDone', { action: action.label, count: done }));
    onClose(true);
  }

  if (!progress)
    return (
      <ModalDialog title={action.title(fitting.length)} onClose={() => onClose(false)}>
        <p>{action.hint}</p>
        {leftOut > 0 && <p className="hint">{text('bulkLeftOut', { count: leftOut })}</p>}
        <div className="buttons">
          <ActionButton onPress={() => onClose(false)}>{text('cancel')}</ActionButton>
          <ActionButton autoFocus tone={action.tone ?? 'main'} onPress={() => void act()}>
            {action.label}
          </ActionButton>
        </div>
      </ModalDialog>
    );
  const { done, refusals, isRunning } = progress;
  return (
    <ModalDialog title={action.label} onClose={isRunning ? undefined : () => onClose(true)}>
      <ProgressLine label={text('bulkProgress', { done, total: fitting.length })} part={fitting.length === 0 ? 1 : done / fitting.length} />
      {refusals.length > 0 && (
        <>
          <h3>{text('bulkRefused', { count: refusals.length })}</h3>
          <ul className={styles['refusals']}>
            {refusals.map(({ name, error }, index) => (
              <li key={index}>
                <bdi>{name}</bdi>
                <span className="hint">{errorSentence(error, text)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="buttons">
        {isRunning ? (
          <ActionButton
            onPress={() => {
              isStopped.current = true;
            }}
          >
            {text('bulkStop')}
          </ActionButton>
        ) : (
          <ActionButton autoFocus tone="main" onPress={() => onClose(true)}>
            {text('close')}
          </ActionButton>
        )}
      </div>
    </ModalDialog>
  );
}
