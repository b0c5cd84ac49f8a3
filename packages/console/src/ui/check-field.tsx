/** Check boxes. */
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Icon } from './icon.tsx';
import styles from './check-field.module.css';

type CheckFieldProps = { isSelected: boolean; onChange: (isSelected: boolean) => void; isDisabled?: boolean; children: ReactNode };

/** A check box with its text. */
export const CheckField = ({ children, ...rest }: CheckFieldProps): ReactNode => (
  <Checkbox {...rest} className="check">
    <span className="check-box">
      <Icon name="check" />
    </span>
    {children}
  </Checkbox>
);

/** An entry that can be ticked. */
type CheckOption<Id extends string = string> = { id: Id; name: string; hint?: string };

type CheckListProps<Id extends string> = {
  label: string;
  values: readonly Id[];
  options: readonly CheckOption<Id>[];
  isDisabled?: boolean;
  /** The list may be long: it scrolls. */
  scrolls?: boolean;
  onChange: (ids: Id[]) => void;
};

/** A list of check boxes: all entries are visible, and any number can be chosen. */
export const CheckList = <Id extends string>({
  label,
  values,
  options,
  onChange,
  isDisabled,
  scrolls = false,
}: CheckListProps<Id>): ReactNode => (
  <CheckboxGroup className={styles['list']} value={[...values]} isDisabled={isDisabled} onChange={(ids) => onChange(ids as Id[])}>
    <Label>{label}</Label>
    <div className={scrolls ? `${styles['options']} ${styles['scrolls']}` : styles['options']}>
      {options.map(({ id, name, hint }) => (
        <Checkbox key={id} value={id} className="check">
          <span className="check-box">
            <Icon name="check" />
          </span>
          <span>
            {name}
            {hint !== undefined && <span className={`hint ${styles['hint']}`}>{hint}</span>}
          </span>
        </Checkbox>
      ))}
    </div>
  </CheckboxGroup>
);
