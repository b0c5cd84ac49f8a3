/** The buttons that set, change and remove the automatic start of a task or plan. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CommandList } from '../../ui/command-list.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { toast } from '../../ui/toast.tsx';
import { useBindSchedule, useEndStarts, type StartOwner } from './start-changes.ts';
import { StartDialog } from './start-dialog.tsx';
import { startMessages } from './start-messages.ts';
import '../../ui/columns.css';

const MAX_FREE = 50;

type StartChoiceProps = { owner: StartOwner; environmentId: string | undefined; trigger: Schema<'Trigger'> };

/** The buttons. The server accepts an own trigger only when no schedule is used, so the schedule must be removed first. */
export function StartChoice({ owner, environmentId, trigger }: StartChoiceProps): ReactNode {
  const text = useText(startMessages);
  const [open, setOpen] = useState<'own' | 'schedule' | 'stop'>();
  const close = (): void => setOpen(undefined);
  const bind = useBindSchedule(owner, () => toast(text('bound')));
  const endStarts = useEndStarts(owner, () => {
    close();
    toast(text('stopped'));
  });
  const isManual = trigger.type === 'MANUAL';
  return (
    <>
      <div className="inline-actions">
        {trigger.type !== 'MULTIPLE' && (
          <ActionButton icon={isManual ? 'plus' : undefined} onPress={() => setOpen('own')}>
            {text(isManual ? 'set' : 'changeStart')}
          </ActionButton>
        )}
        {isManual ? (
          <ActionButton isPending={bind.isPending} onPress={() => setOpen('schedule')}>
            {text('useSchedule')}
          </ActionButton>
        ) : (
          <ActionButton onPress={() => setOpen('stop')}>{text('stopStarts')}</ActionButton>
        )}
      </div>
      <ErrorNote error={bind.error} />
      {open === 'own' && <StartDialog owner={owner} trigger={trigger} onClose={close} />}
      {open === 'schedule' && <FreeSchedules environmentId={environmentId} onChoose={bind.run} onClose={close} />}
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stopStarts')}
        isOpen={open === 'stop'}
        change={endStarts}
        onConfirm={() => endStarts.run()}
        onClose={close}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
    </>
  );
}

type FreeSchedulesProps = { environmentId: string | undefined; onChoose: (id: string) => void; onClose: () => void };

/** The schedules of the environment that have no task or plan. */
function FreeSchedules({ environmentId, onChoose, onClose }: FreeSchedulesProps): ReactNode {
  const text = useText(startMessages);
  const [typed, setTyped] = useState('');
  const { data: schedules } = useRead(
    'GET /orchestration/schedules',
    { query: { environmentId, limit: 100 } },
    { enabled: environmentId !== undefined },
  );
  const free = (schedules?.items ?? []).filter(
    ({ executableId, description = '' }) => executableId === undefined && description.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <CommandList
      label={text('useSchedule')}
      hint={text('chooseSchedule')}
      empty={text('noSchedule')}
      typed={typed}
      onType={setTyped}
      entries={free.slice(0, MAX_FREE).map(({ id, description }) => ({
        id,
        group: text('chooseSchedule'),
        name: description || id,
        run: () => onChoose(id),
      }))}
      onClose={onClose}
    />
  );
}
