/** A field that finds an entry of a long list by a typed text. Its code is large, so only pages that need it import it. */
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, Input, Label, ListBox, ListBoxItem } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Popover } from 'react-aria-components/Popover';
import type { Option } from './choice-field.tsx';
import { Icon } from './icon.tsx';
import { useEditing } from './unsaved.ts';
import styles from './find-field.module.css';

/** An entry of the list; `code` stands beside its name, for people who look for it. `language` is that of the name, if it is not that of the page. */
export type FoundOption = Option & { code?: string; language?: string };

type FindFieldProps = {
  label: string;
  placeholder?: string;
  /** The text that is shown if no entry matches. */
  empty: string;
  options: readonly FoundOption[];
  /** Called with each change of the text, for lists that the server filters; without it, the field filters. */
  onType?: (typed: string) => void;
  onChoose: (id: string) => void;
};

/** The field. After each choice, it is empty and has the focus, so that a person can go on with the next one. */
export function FindField({ onType, onChoose: choose, ...rest }: FindFieldProps): ReactNode {
  const onChoose = useEditing(choose);
  const [choices, setChoices] = useState(0);
  return (
    <OneChoice
      key={choices}
      {...rest}
      hasFocus={choices > 0}
      onType={onType}
      onChoose={(id) => {
        onType?.('');
        setChoices(choices + 1);
        onChoose(id);
      }}
    />
  );
}

function OneChoice({ label, placeholder, empty, options, hasFocus, onType, onChoose }: FindFieldProps & { hasFocus: boolean }): ReactNode {
  return (
    <ComboBox
      className="field"
      allowsEmptyCollection
      autoFocus={hasFocus}
      defaultItems={options}
      {...(onType && { items: options, defaultFilter: () => true })}
      onInputChange={onType}
      onChange={(id) => id !== null && onChoose(String(id))}
    >
      <Label>{label}</Label>
      <Group className={styles['find']}>
        <Input className="input" placeholder={placeholder} />
        <Button className="button icon-button">
          <Icon name="down" />
        </Button>
      </Group>
      <Popover className="popover">
        <ListBox<FoundOption> className="options" renderEmptyState={() => <p className="hint option">{empty}</p>}>
          {({ id, name, code, language }) => (
            <ListBoxItem className="option" id={id} textValue={name}>
              <span dir="auto" lang={language}>
                {name}
              </span>
              {code !== undefined && <code className="hint">{code}</code>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
