/** A field for a moment, by keyboard or from a calendar. Its code is large, so only pages that need it import it. */
import type { ReactNode } from 'react';
import { fromDate, type ZonedDateTime } from '@internationalized/date';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid, Heading } from 'react-aria-components/Calendar';
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Popover } from 'react-aria-components/Popover';
import { Label } from 'react-aria-components/Label';
import { Icon } from './icon.tsx';
import { useZone } from './time-text.tsx';
import { useEditing } from './unsaved.ts';

type DateTimeFieldProps = {
  label: string;
  /** Epoch milliseconds; undefined: no moment is chosen. */
  value: number | undefined;
  onChange: (time: number | undefined) => void;
  /** The smallest part of the time that can be changed. */
  granularity?: 'minute' | 'second';
};

/** The field, in the time zone in which the console shows times. */
export function DateTimeField({ label, value, onChange, granularity = 'minute' }: DateTimeFieldProps): ReactNode {
  const zone = useZone();
  const change = useEditing(onChange);
  return (
    <DatePicker<ZonedDateTime>
      className="field"
      granularity={granularity}
      value={value === undefined ? null : fromDate(new Date(value), zone)}
      onChange={(time) => change(time?.toDate().getTime())}
    >
      <Label>{label}</Label>
      <Group className="input date-time">
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="button icon-button">
          <Icon name="down" />
        </Button>
      </Group>
      <Popover className="popover">
        <Dialog className="dialog">
          <Calendar>
            <div className="calendar-head">
              <Button slot="previous" className="button icon-button">
                <Icon name="left" />
              </Button>
              <Heading />
              <Button slot="next" className="button icon-button">
                <Icon name="right" />
              </Button>
            </div>
            <CalendarGrid>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
