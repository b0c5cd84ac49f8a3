/** The task or plan that a schedule starts. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ExecutableFinder } from './executable-finder.tsx';
import { ExecutableLink } from './executable-link.tsx';
import { scheduleMessages } from './messages.ts';
import { TRIGGER_READS } from './trigger-form.tsx';

/** The task or plan, with fields that choose another one or remove it. */
export function ScheduleUse({ schedule, mayChange }: { schedule: Schema<'Schedule'>; mayChange: boolean }): ReactNode {
  const text = useText(scheduleMessages);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isUnbinding, setIsUnbinding] = useState(false);
  const { id: scheduleId, executableId, executableType } = schedule;
  const unbindOptions = {
    refreshes: TRIGGER_READS,
    notice: text('unbound'),
    onDone: () => setIsUnbinding(false),
  };
  const bindOptions = { refreshes: TRIGGER_READS, notice: text('bound') };
  const bindTask = useChange('PUT /orchestration/executables/tasks/{taskId}/schedule', bindOptions);
  const bindPlan = useChange('PUT /orchestration/executables/plans/{planId}/schedule', bindOptions);
  const unbindTask = useChange('DELETE /orchestration/executables/tasks/{taskId}/schedule', unbindOptions);
  const unbindPlan = useChange('DELETE /orchestration/executables/plans/{planId}/schedule', unbindOptions);
  const refusal = bindTask.error ?? bindPlan.error;
  const body = { scheduleId };
  return (
    <Card
      title={text('usedBy')}
      actions={
        mayChange &&
        (executableId === undefined ? (
          <ActionButton onPress={() => setIsChoosing(true)} isPending={bindTask.isPending || bindPlan.isPending}>
            {text('bind')}
          </ActionButton>
        ) : (
          <ActionButton onPress={() => setIsUnbinding(true)}>{text('unbind')}</ActionButton>
        ))
      }
    >
      <ErrorNote error={refusal} />
      {executableId !== undefined && executableType !== undefined ? (
        <ExecutableLink executable={{ id: executableId, type: executableType }} />
      ) : (
        <p className="hint">{text('unused')}</p>
      )}
      {isChoosing && (
        <ExecutableFinder
          environmentId={schedule.environmentId}
          label={text('bind')}
          onClose={() => setIsChoosing(false)}
          onTask={(taskId) => bindTask.mutate({ path: { taskId }, body })}
          onPlan={(planId) => bindPlan.mutate({ path: { planId }, body })}
        />
      )}
      <ConfirmDialog
        title={text('unbindTitle')}
        action={text('unbind')}
        isOpen={isUnbinding}
        change={{ isPending: unbindTask.isPending || unbindPlan.isPending, error: unbindTask.error ?? unbindPlan.error }}
        onConfirm={() => {
          if (executableType === 'PLAN') unbindPlan.mutate({ path: { planId: executableId ?? '' } });
          else unbindTask.mutate({ path: { taskId: executableId ?? '' } });
        }}
        onClose={() => setIsUnbinding(false)}
      >
        <p>{text('unbindHint')}</p>
      </ConfirmDialog>
    </Card>
  );
}
