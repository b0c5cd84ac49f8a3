/** A text field that completes the word before the cursor. Its code is large, so only pages that need it import it. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Text } from 'react-aria-components/ComboBox';
import { Popover } from 'react-aria-components/Popover';

/** A suggestion: the shown name and hint, and the text and the cursor position of the field after the choice. */
export type TextCompletion = { id: string; name: string; hint?: string | undefined; text: string; caret: number };

type CompleteFieldProps = {
  label: string;
  hint: string;
  value: string;
  isInvalid: boolean;
  /** The text that is shown if there are no suggestions. */
  empty: string;
  /** Finds the suggestions for a cursor position. */
  completionsAt: (text: string, caret: number) => readonly TextCompletion[];
  onChange: (text: string) => void;
  /** Called by Enter if no suggestion is selected. */
  onApply: () => void;
  /** A position to which the cursor moves; each new object moves it. */
  jump?: { to: number } | undefined;
};

/** The field: suggestions come while a person types, and by the arrow keys. */
export function CompleteField({
  label,
  hint,
  value,
  isInvalid,
  empty,
  completionsAt,
  onChange,
  onApply,
  jump,
}: CompleteFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(value.length);
  const [chosen, setChosen] = useState<{ to: number }>();
  const completions = completionsAt(value, Math.min(caret, value.length));
  useLayoutEffect(() => moveCursor(field.current, chosen), [chosen]);
  useLayoutEffect(() => moveCursor(field.current, jump), [jump]);
  function choose(id: string): void {
    const completion = completions.find((candidate) => candidate.id === id);
    if (!completion) return;
    onChange(completion.text);
    setCaret(completion.caret);
    setChosen({ to: completion.caret });
  }
  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
    if (key === 'Enter' && !currentTarget.hasAttribute('aria-activedescendant')) onApply();
  }
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      isInvalid={isInvalid}
      inputValue={value}
      value={null}
      items={completions}
      defaultFilter={() => true}
      onInputChange={(text) => {
        setCaret(field.current?.selectionStart ?? text.length);
        onChange(text);
      }}
      onChange={(id) => id !== null && choose(String(id))}
    >
      <Label>{label}</Label>
      <Input
        ref={field}
        className="input"
        dir="ltr"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? currentTarget.value.length)}
      />
      <Text slot="description" className="hint">
        {hint}
      </Text>
      <Popover className="popover">
        <ListBox<TextCompletion> className="options" renderEmptyState={() => <p className="hint option">{empty}</p>}>
          {({ id, name, hint: kind }) => (
            <ListBoxItem className="option" id={id} textValue={name}>
              <span dir="auto">{name}</span>
              {kind !== undefined && <span className="hint">{kind}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Moves the cursor. The field then reports the new position by `onSelect`. */
function moveCursor(field: HTMLInputElement | null, jump: { to: number } | undefined): void {
  if (jump === undefined || !field) return;
  field.focus();
  field.setSelectionRange(jump.to, jump.to);
}
