/** Starts the tasks of a cause of failures again, after a question, and says what was refused. */
import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { callForEach } from '../../ui/call-for-each.ts';
import { ModalDialog } from '../../ui/dialogs.tsx';
import { ErrorNote, errorSentence } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import type { Run } from '../task-executions/read-runs.ts';
import { startRunAgain } from '../task-executions/run-actions.ts';
import styles from './home.module.css';
import type { HomeRange } from './home-ranges.ts';
import { homeMessages } from './messages.ts';
import { runsOfCause } from './runs-of-cause.ts';

type RunAllAgainProps = { environmentId: string; cause: Schema<'FailureCause'>; range: HomeRange; onClose: () => void };
type Refused = { run: Run; message: string };
type Progress = { done: number; refused: readonly Refused[]; isOver: boolean };

const MAX_NAMED = 10;

/** The dialog. Each task starts once, with the values of its newest run with this cause. */
export function RunAllAgain({ environmentId, cause: { cause }, range, onClose }: RunAllAgainProps): ReactNode {
  const text = useText(homeMessages);
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  // The runs are read once: what is asked is what is started.
  const { data: runs, error } = useQuery({
    queryKey: ['POST /monitoring/observability/executions/search', environmentId, 'of cause', cause, range],
    queryFn: () => runsOfCause(environmentId, cause, range),
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function start(all: readonly Run[]): Promise<void> {
    const refused: Refused[] = [];
    let done = 0;
    const show = (isOver: boolean): void => setProgress({ done, refused: [...refused], isOver });
    show(false);
    await callForEach(all, startRunAgain, (run, failure) => {
      if (failure !== undefined) refused.push({ run, message: errorSentence(failure, text) });
      done += 1;
      show(false);
    });
    show(true);
    await client.invalidateQueries({ queryKey: ['POST /monitoring/observability/executions/counts'] });
  }

  const started = progress ? progress.done - progress.refused.length : 0;
  return (
    <ModalDialog title={text('allAgainTitle')} {...((!progress || progress.isOver) && { onClose })}>
      <ErrorNote error={error} />
      {!progress && <p>{runs ? text('allAgainHint', { count: runs.length }) : text('loading')}</p>}
      {progress && !progress.isOver && runs && (
        <ProgressLine label={text('starting', { count: runs.length })} part={progress.done / Math.max(runs.length, 1)} />
      )}
      {progress?.isOver && (
        <div role="status">
          <p>{text('startedAll', { count: started })}</p>
          {progress.refused.length > 0 && <p>{text('refused', { count: progress.refused.length })}</p>}
          <ul className={styles['refused']}>
            {progress.refused.slice(0, MAX_NAMED).map(({ run, message }) => (
              <li key={run.id}>
                <bdi>{run.name}</bdi>: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="buttons">
        <ActionButton autoFocus isDisabled={progress?.isOver === false} onPress={onClose}>
          {text(progress?.isOver ? 'close' : 'cancel')}
        </ActionButton>
        {!progress && (
          <ActionButton tone="main" isDisabled={!runs || runs.length === 0} onPress={() => runs && void start(runs)}>
            {text('allAgain')}
          </ActionButton>
        )}
      </div>
    </ModalDialog>
  );
}
