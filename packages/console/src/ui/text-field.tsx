/** Fields for texts. */
import { useEffect, useState, type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as Field,
  type TextFieldProps as FieldProps,
} from 'react-aria-components/TextField';

type TextFieldProps = Omit<FieldProps, 'className' | 'style' | 'children'> & {
  /** Without it, the field needs an `aria-label`. */
  label?: string;
  hint?: string;
  /** The error that the server reports for the text. */
  error?: string;
  placeholder?: string;
  /** Lines of a text with several lines. */
  lines?: number;
};

/** A field with its label, its hint and its error. */
export const TextField = ({ label, hint, error, placeholder, lines, ...rest }: TextFieldProps): ReactNode => (
  // Only with an error: a field that says that it is valid hides what the browser says of it, such as that it must not be empty.
  <Field {...rest} className="field" {...(error !== undefined && { isInvalid: true })}>
    {label !== undefined && <Label>{label}</Label>}
    {lines === undefined ? (
      <Input className="input" placeholder={placeholder} />
    ) : (
      <TextArea className="input" rows={lines} placeholder={placeholder} />
    )}
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
  </Field>
);

const PAUSE = 300;

type FilterFieldProps = { label: string; value: string; placeholder?: string; onChange: (value: string) => void };

/** A field whose text filters a list: it is passed on when the person pauses. */
export function FilterField({ label, value, placeholder, onChange }: FilterFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [passed, setPassed] = useState(value);
  // The back button of the browser may change the text in the URL.
  if (passed !== value) {
    setPassed(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      setPassed(typed);
      onChange(typed);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return <TextField type="search" label={label} value={typed} placeholder={placeholder} onChange={setTyped} autoComplete="off" />;
}
