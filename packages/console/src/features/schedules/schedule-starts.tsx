/** The cells of the list of schedules that say what starts: the switch, the last outcomes, the last start and the next one. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { RUN_STATES, stateOfRun } from '@millrace/contract/run-states';
import { executableTarget, runTarget } from '../../app/link-targets.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { AgoText, TimeText, timeText, useZone } from '../../ui/time-text.tsx';
import { stateMessages } from '../task-executions/state-messages.ts';
import { usePause, type ScheduleStarts } from './latest-starts.ts';
import { scheduleMessages } from './messages.ts';
import type { PastStart } from './use-due-instants.ts';
import marks from '../task-executions/run-marks.module.css';

/** The properties of a cell; undefined until the starts are read. */
type CellProps = { starts: ScheduleStarts | undefined };

const nothing = <span className="hint">–</span>;

/** The task or plan that the schedule starts. */
export const StartedName = ({ starts }: CellProps): ReactNode =>
  starts === undefined ? undefined : starts.executable === undefined ? (
    nothing
  ) : (
    <NameLink {...executableTarget(starts.executable.type, starts.executable.id)} name={starts.executable.name} />
  );

/** The switch that pauses and resumes what the schedule starts. It is absent if nothing uses the schedule. */
export function StartSwitch({ starts }: CellProps): ReactNode {
  const text = useText(scheduleMessages);
  const executable = starts?.executable;
  const isOn = executable?.isPaused === false;
  const pause = usePause(text(isOn ? 'switchedOff' : 'switchedOn', { name: executable?.name ?? '' }));
  if (!executable) return starts && nothing;
  const { name, mayPause } = executable;
  return (
    <SwitchField
      label={text('switchLabel', { name })}
      hint={text(mayPause ? (isOn ? 'switchOff' : 'switchOn') : 'mayNotSwitch', { name })}
      isSelected={isOn}
      isDisabled={!mayPause || pause.isPending}
      onChange={(isSelected) => pause.run(executable, !isSelected)}
    />
  );
}

const stateOf = ({ status, misfiredReason }: PastStart) => stateOfRun(status, misfiredReason);

/** The last outcomes as small marks, the newest last. */
export function OutcomeMarks({ starts }: CellProps): ReactNode {
  const text = useText(scheduleMessages);
  const stateText = useText(stateMessages);
  const language = useLanguage();
  const zone = useZone();
  if (!starts) return undefined;
  if (starts.starts.length === 0) return nothing;
  const shown = starts.starts.toReversed();
  const words = shown.map((start) => stateText(stateOf(start)));
  return (
    <span role="img" className={marks['marks']} aria-label={text('outcomes', { count: shown.length, states: words.join(', ') })}>
      {shown.map((start, index) => (
        <span key={start.executionId} title={`${words[index]}, ${timeText(start.date, 'minute', language, zone)}`} className="status">
          <StatusIcon tone={RUN_STATES[stateOf(start)].tone} />
        </span>
      ))}
    </span>
  );
}

/** How long ago the last start was, as the link to its run. */
export function LastStart({ starts }: CellProps): ReactNode {
  const [last] = starts?.starts ?? [];
  if (!last) return starts && nothing;
  return (
    <Link {...runTarget(last.type, last.executionId)}>
      <AgoText at={last.date} />
    </Link>
  );
}

/** The next start; a paused task or plan has none. */
export function NextStart({ starts }: CellProps): ReactNode {
  const text = useText(scheduleMessages);
  if (!starts) return undefined;
  if (starts.executable?.isPaused) return <span className="hint">{text('paused')}</span>;
  return starts.nextDate === undefined ? nothing : <TimeText at={starts.nextDate} form="minute" />;
}
