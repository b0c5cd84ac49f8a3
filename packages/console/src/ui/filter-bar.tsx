/** What stands above a list: tools for it, the fields that filter it, and chips with counts. */
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { useLanguage } from '../text/language.tsx';
import { numberFormat } from '../text/formats.ts';
import { StatusIcon, type StatusTone } from './status-mark.tsx';
import styles from './filter-bar.module.css';

/** The fields that filter a list. */
export const FilterBar = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles['bar']} role="search">
    {children}
  </div>
);

/** Tools for a list, such as the choice of its columns. */
export const ListTools = ({ children }: { children: ReactNode }): ReactNode => <div className={styles['tools']}>{children}</div>;

/** A chip: one of several values of a filter. */
export type Chip<Id extends string> = {
  id: Id;
  name: string;
  tone?: StatusTone;
  /** The number of entries; undefined while it is not known. */
  count?: number;
  /** It is one of the parts of the chip before it. */
  isPart?: boolean;
  isOn: boolean;
};

type ChipsProps<Id extends string> = {
  label: string;
  chips: readonly Chip<Id>[];
  /** Only a part was counted: counts end with a plus. */
  isCapped?: boolean;
  onToggle: (id: Id) => void;
};

/** Chips of which any number can be on. */
export function FilterChips<Id extends string>({ label, chips, isCapped = false, onToggle }: ChipsProps<Id>): ReactNode {
  const language = useLanguage();
  return (
    <div className={styles['chips']} role="group" aria-label={label}>
      {chips.map(({ id, name, tone, count, isPart, isOn }) => (
        <ToggleButton
          key={id}
          className={isPart ? `${styles['chip']} ${styles['part']}` : styles['chip']}
          isSelected={isOn}
          onChange={() => onToggle(id)}
        >
          {tone && <StatusIcon tone={tone} />}
          {name}{' '}
          <span className={styles['count']}>{count !== undefined && numberFormat(language).format(count) + (isCapped ? '+' : '')}</span>
        </ToggleButton>
      ))}
    </div>
  );
}
