/** Fields for texts: a text, a filter of a list, and a value of a task or a connection. */
import { useEffect, useEffectEvent, useState, type ClipboardEvent, type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as Field,
  type TextFieldProps as FieldProps,
} from 'react-aria-components/TextField';

/** The properties of a field for a text. */
type TextFieldProps = Omit<FieldProps, 'className' | 'style' | 'children'> & {
  /** Without it, the field needs an `aria-label`. */
  label?: string;
  hint?: string;
  /** The error that the server reports for the text. */
  error?: string;
  placeholder?: string;
  /** Lines of a text with several lines. */
  lines?: number;
  /** A secret of several lines: its characters are shown as dots. */
  isConcealed?: boolean;
};

/** A field with its label, its hint and its error. */
export const TextField = ({ label, hint, error, placeholder, lines, isConcealed = false, ...rest }: TextFieldProps): ReactNode => (
  // `isInvalid` is set only for an error: `false` would hide the errors that the browser itself finds, such as an empty required field.
  <Field {...rest} className="field" {...(error !== undefined && { isInvalid: true })}>
    {label !== undefined && <Label>{label}</Label>}
    {lines === undefined ? (
      <Input className="input" placeholder={placeholder} />
    ) : (
      <TextArea className={isConcealed ? 'input concealed' : 'input'} rows={lines} placeholder={placeholder} />
    )}
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
  </Field>
);

/** Milliseconds without a key press after which a filter applies. */
const DEBOUNCE = 300;

type FilterFieldProps = { label: string; value: string; placeholder?: string; onChange: (value: string) => void };

/** A field whose text filters a list. The text is applied when the person stops typing for a moment. */
export function FilterField({ label, value, placeholder, onChange }: FilterFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState({ value, sent: [] as readonly string[] });
  if (known.value !== value) {
    // What was applied arrives later, perhaps when more is typed. Another text, such as that of the back button, replaces what is typed.
    const place = known.sent.indexOf(value);
    setKnown({ value, sent: known.sent.slice(place + 1) });
    if (place < 0) setTyped(value);
  }
  const apply = useEffectEvent(() => {
    setKnown({ value, sent: [...known.sent, typed] });
    onChange(typed);
  });
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(apply, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return <TextField type="search" label={label} value={typed} placeholder={placeholder} onChange={setTyped} autoComplete="off" />;
}

type ValueFieldProps = Omit<TextFieldProps, 'lines' | 'type' | 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  isSecret?: boolean;
};

const LINES = 4;
const LONG_TEXT = 80;
/** A line break with text behind it. One at the end is copied by accident, and belongs to no value. */
const SEVERAL_LINES = /[\r\n]\s*\S/;

/**
 * A field for a value that a task or a connection gets as it is, which may be a secret, such as a private key. It has one line, and several for a long
 * value or one with several lines.
 */
export function ValueField({ value, onChange, isSecret = false, ...rest }: ValueFieldProps): ReactNode {
  const [wasPasted, setPasted] = useState(false);
  const hasLines = value.includes('\n') || (!isSecret && value.length > LONG_TEXT);
  /** A field of one line would join the lines of a text. */
  const paste = (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (hasLines || !SEVERAL_LINES.test(pasted)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onChange(value.slice(0, selectionStart ?? 0) + pasted.replaceAll('\r\n', '\n') + value.slice(selectionEnd ?? value.length));
    setPasted(true);
  };
  return (
    <TextField
      // The field of several lines is another element, which gets the focus of the first one.
      key={hasLines ? 'lines' : 'line'}
      value={value}
      onChange={onChange}
      onPaste={paste}
      autoFocus={hasLines && wasPasted}
      {...rest}
      {...(hasLines ? { lines: LINES, isConcealed: isSecret } : isSecret && { type: 'password' })}
    />
  );
}
