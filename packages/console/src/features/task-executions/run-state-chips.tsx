/** The chips by which runs are filtered: their states, and the parts of what did not end well. */
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { FilterChips, type Chip } from '../../ui/filter-bar.tsx';
import { runMessages } from './messages.ts';
import { sumOf } from './run-counts.ts';
import { FAILED_PARTS, STATE_CHIPS, toggledStatuses, type ChoosableStatus } from './run-filters.ts';
import { stateMessages } from './state-messages.ts';

type ChipId = (typeof STATE_CHIPS | typeof FAILED_PARTS)[number]['id'];

type RunStateChipsProps = {
  chosen: readonly ChoosableStatus[];
  /** The number of runs by status; undefined while it is not known. */
  totals: Readonly<Record<string, number>> | undefined;
  isCapped: boolean;
  onChange: (statuses: ChoosableStatus[] | undefined) => void;
};

/** The chips. The parts of a state with several outcomes are shown when one of them is chosen. */
export function RunStateChips({ chosen, totals, isCapped, onChange }: RunStateChipsProps): ReactNode {
  const text = useText(runMessages);
  const stateText = useText(stateMessages);
  const has = (status: ChoosableStatus): boolean => chosen.includes(status);
  const countOf = (statuses: readonly ChoosableStatus[]): number | undefined => totals && sumOf(totals, statuses);
  const chips = STATE_CHIPS.flatMap((state): Chip<ChipId>[] => {
    const statuses: readonly ChoosableStatus[] = state.statuses;
    const whole = { id: state.id, name: text(state.id), tone: state.tone, count: countOf(statuses), isOn: statuses.every(has) };
    if (state.id !== 'notWell' || !statuses.some(has)) return [whole];
    return [
      whole,
      ...FAILED_PARTS.map(({ id, statuses: some }) => ({
        id,
        name: stateText(id),
        count: countOf(some),
        isPart: true,
        isOn: some.every(has),
      })),
    ];
  });
  return (
    <FilterChips
      label={text('states')}
      chips={chips}
      isCapped={isCapped}
      onToggle={(id) => {
        const pressed = [...STATE_CHIPS, ...FAILED_PARTS].find((one) => one.id === id);
        onChange(toggledStatuses(chosen, pressed?.statuses ?? []));
      }}
    />
  );
}
