/** The actions for a run. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { runMessages } from './messages.ts';

type RunActionsProps = { executionId: string; taskId: string; isLive: boolean };

/** The buttons that stop the run and run its task again. */
export function RunActions({ executionId, taskId, isLive }: RunActionsProps): ReactNode {
  const text = useText(runMessages);
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const stop = useChange('DELETE /processing/executions/{executionId}', {
    refreshes: ['GET /processing/executions/{executionId}', 'POST /monitoring/observability/executions/search'],
    notice: text('stopped'),
    onDone: () => setIsAsking(false),
  });
  const restart = useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    notice: text('startedAgain'),
    onDone: (started) => void navigate({ to: '/runs/$executionId', params: { executionId: started.executionId } }),
  });
  return (
    <>
      {isLive ? (
        <ActionButton icon="stop" onPress={() => setIsAsking(true)}>
          {text('stop')}
        </ActionButton>
      ) : (
        <ActionButton icon="play" isPending={restart.isPending} onPress={() => restart.mutate({ body: { executable: taskId } })}>
          {text('again')}
        </ActionButton>
      )}
      <ErrorNote error={restart.error} />
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stop')}
        isOpen={isAsking}
        change={stop}
        onConfirm={() => stop.mutate({ path: { executionId } })}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
    </>
  );
}
