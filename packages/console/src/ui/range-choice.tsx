/** The choice of a time range: one that ends now, or from one time to another. */
import { Suspense, useState, type ReactNode } from 'react';
import { useLanguage, useText } from '../text/language.tsx';
import { FilterChoice, type Option } from './choice-field.tsx';
import { FormDialog } from './dialogs.tsx';
import { lazyPart } from './lazy-parts.ts';
import { timeText, useZone } from './time-text.tsx';

/** Loaded when it is opened: its code is large. */
const DateTimeField = lazyPart(async () => (await import('./date-time-field.tsx')).DateTimeField);

/** A range with its own ends, in ISO 8601. */
type OwnRange = { from: string | undefined; to: string | undefined };

type RangeChoiceProps<Period extends string> = OwnRange & {
  label: string;
  /** The name of the choice that removes the range. */
  any?: string;
  period: Period | undefined;
  periods: readonly Option<Period>[];
  onChange: (range: OwnRange & { period: Period | undefined }) => void;
};

const [OWN, CHOOSE] = ['own', 'choose'] as const;

/** The field. Its last entry opens a dialog with two times. */
export function RangeChoice<Period extends string>(props: RangeChoiceProps<Period>): ReactNode {
  const { label, any, period, periods, from, to, onChange } = props;
  const text = useText();
  const language = useLanguage();
  const zone = useZone();
  const [isOpen, setIsOpen] = useState(false);
  const hasOwn = from !== undefined || to !== undefined;
  const shown = (time: string | undefined, open: string): string => (time === undefined ? open : timeText(time, 'minute', language, zone));
  const options: Option<Period | typeof OWN | typeof CHOOSE>[] = [
    ...periods,
    ...(hasOwn ? [{ id: OWN, name: `${shown(from, '…')} – ${shown(to, text('now'))}` } as const] : []),
    { id: CHOOSE, name: text('ownRange') },
  ];
  return (
    <>
      <FilterChoice<Period | typeof OWN | typeof CHOOSE>
        label={label}
        any={any}
        value={hasOwn ? OWN : period}
        options={options}
        onChange={(id) => {
          if (id === CHOOSE) setIsOpen(true);
          else if (id !== OWN) onChange({ period: id, from: undefined, to: undefined });
        }}
      />
      {isOpen && (
        <RangeDialog
          from={from}
          to={to}
          onClose={() => setIsOpen(false)}
          onChoose={(own) => {
            setIsOpen(false);
            onChange({ ...own, period: undefined });
          }}
        />
      )}
    </>
  );
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
const textOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());

type RangeDialogProps = OwnRange & { onChoose: (range: OwnRange) => void; onClose: () => void };

function RangeDialog({ from, to, onChoose, onClose }: RangeDialogProps): ReactNode {
  const text = useText();
  const [start, setStart] = useState(timeOf(from));
  const [end, setEnd] = useState(timeOf(to));
  const error = start !== undefined && end !== undefined && start >= end ? new Error(text('rangeOrder')) : null;
  return (
    <FormDialog
      title={text('ownRange')}
      hint={text('ownRangeHint')}
      action={text('apply')}
      change={{ isPending: false, error }}
      onSubmit={() => error === null && onChoose({ from: textOf(start), to: textOf(end) })}
      onClose={onClose}
    >
      <Suspense fallback={<p>{text('loading')}</p>}>
        <DateTimeField label={text('rangeFrom')} value={start} onChange={setStart} />
        <DateTimeField label={text('rangeTo')} value={end} onChange={setEnd} />
      </Suspense>
    </FormDialog>
  );
}
