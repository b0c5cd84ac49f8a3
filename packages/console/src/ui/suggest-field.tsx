/** A text field that suggests values by the browser's own list (`datalist`). */
import { useId, type ReactNode } from 'react';
import { Input, Label, TextField } from 'react-aria-components/TextField';

type SuggestFieldProps = { label: string; value: string; suggestions: readonly string[]; onChange: (value: string) => void };

/** A field for one of many known values, such as a time zone; any other text can be typed too. */
export function SuggestField({ label, value, suggestions, onChange }: SuggestFieldProps): ReactNode {
  const list = useId();
  return (
    <TextField className="field" value={value} onChange={onChange}>
      <Label>{label}</Label>
      <Input className="input" list={list} autoComplete="off" />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion}>
            {suggestion}
          </option>
        ))}
      </datalist>
    </TextField>
  );
}
