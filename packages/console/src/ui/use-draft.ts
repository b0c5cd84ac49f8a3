/** The values of a form until they are sent. */
import { useState } from 'react';

/** Changes the values of a form. */
export type FormDraft<Values> = {
  /** Changes some of the values. */
  set: (changed: Partial<Values>) => void;
  /** The properties of the field of a value. */
  field: <Name extends keyof Values>(name: Name) => { value: Values[Name]; onChange: (value: Values[Name]) => void };
  /** The properties of the check box of a value. */
  check: (name: keyof Values) => { isSelected: boolean; onChange: (isSelected: boolean) => void };
};

/**
 * Keeps the values of a form: `const [{ name }, draft] = useDraft({ name: task.name })`, and for a field `<TextField {...draft.field('name')} />`.
 * The first values count when the form appears.
 */
export function useDraft<Values extends object>(first: Values | (() => Values)): [values: Values, draft: FormDraft<Values>] {
  const [values, setValues] = useState(first);
  const set = (changed: Partial<Values>): void => setValues((current) => ({ ...current, ...changed }));
  const setOne = (name: keyof Values, value: unknown): void => setValues((current) => ({ ...current, [name]: value }));
  return [
    values,
    {
      set,
      field: (name) => ({ value: values[name], onChange: (value) => setOne(name, value) }),
      check: (name) => ({ isSelected: values[name] === true, onChange: (isSelected) => setOne(name, isSelected) }),
    },
  ];
}
