/** A field for a value that a task or a connection gets as it is: a text of one line or of several, or a secret, such as a private key. */
import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

type ValueFieldProps = Omit<TextFieldProps, 'lines' | 'type' | 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  isSecret?: boolean;
};

const LINES = 4;
const LONG_TEXT = 80;
/** A line break with text behind it. One at the end is copied by accident, and belongs to no value. */
const SEVERAL_LINES = /[\r\n]\s*\S/;

/** A field of one line, and of several for a long value or one with several lines. */
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
