/** A list of which one entry is chosen; all entries are visible, some with a sentence about them. */
import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useEditing } from './unsaved.ts';
import styles from './check-field.module.css';

type RadioListProps<Id extends string> = {
  label: string;
  value: Id;
  options: readonly { id: Id; name: string; hint?: string }[];
  onChange: (id: Id) => void;
};

/** The list. */
export function RadioList<Id extends string>({ label, value, options, onChange }: RadioListProps<Id>): ReactNode {
  const choose = useEditing(onChange);
  return (
    <RadioGroup className={styles['list']} value={value} onChange={(id) => choose(id as Id)}>
      <Label>{label}</Label>
      <div className={styles['options']}>
        {options.map(({ id, name, hint }) => (
          <Radio key={id} value={id} className="check">
            <span className={`check-box ${styles['round']}`} />
            <span>
              {name}
              {hint !== undefined && <span className={`hint ${styles['hint']}`}>{hint}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
