/** A field that finds one entry of a long list by what a person types. It is large, so only pages that need it import it. */
import { useState, type ReactNode } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem } from 'react-aria-components/ComboBox';
import { Popover } from 'react-aria-components/Popover';
import type { Option } from './choice-field.tsx';

type FindFieldProps = {
  label: string;
  placeholder?: string;
  /** What is shown when nothing fits. */
  empty: string;
  options: readonly Option[];
  /** Called with each change of the text, for lists that the server filters; without it, the field filters. */
  onType?: (typed: string) => void;
  onChoose: (id: string) => void;
};

/** The field. It is empty again after each choice. */
export function FindField({ label, placeholder, empty, options, onType, onChoose }: FindFieldProps): ReactNode {
  const [typed, setTyped] = useState('');
  function type(text: string): void {
    setTyped(text);
    onType?.(text);
  }
  return (
    <ComboBox
      className="field"
      menuTrigger="focus"
      allowsEmptyCollection
      items={options}
      inputValue={typed}
      onInputChange={type}
      value={null}
      onChange={(id) => {
        if (id === null) return;
        onChoose(String(id));
        type('');
      }}
      {...(onType && { defaultFilter: () => true })}
    >
      <Label>{label}</Label>
      <Input className="input" placeholder={placeholder} />
      <Popover className="popover">
        <ListBox<Option> className="options" renderEmptyState={() => <p className="hint">{empty}</p>}>
          {({ id, name }) => (
            <ListBoxItem className="option" id={id} textValue={name}>
              <span dir="auto">{name}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
