/** Fields in which a person chooses from a list. */
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Label, Select, SelectValue } from 'react-aria-components/Select';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icon.tsx';
import { useEditing } from './unsaved.ts';

/** An entry of a list to choose from. */
export type Option<Id extends string = string> = { id: Id; name: string };

type ChoiceProps<Id extends string> = {
  label: string;
  isLabelHidden?: boolean;
  value: Id | undefined;
  options: readonly Option<Id>[];
  onChange: (id: Id) => void;
};

/** Chooses one entry. */
export function ChoiceField<Id extends string>({ label, isLabelHidden = false, value, options, onChange }: ChoiceProps<Id>): ReactNode {
  const choose = useEditing(onChange);
  return (
    <Select
      className="field"
      value={value ?? null}
      onChange={(key) => key !== null && choose(key as Id)}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      <Button className="button choice">
        <SelectValue>{({ selectedText }) => selectedText ?? '–'}</SelectValue>
        <Icon name="down" />
      </Button>
      <OptionList options={options} />
    </Select>
  );
}

const ANY = 'any';

type FilterChoiceProps<Id extends string> = Omit<ChoiceProps<Id>, 'onChange'> & {
  /** The name of the entry that removes the filter. */
  any?: string;
  onChange: (id: Id | undefined) => void;
};

/** Filters a list by one entry, or by none. */
export function FilterChoice<Id extends string>({ value, options, any, onChange, ...rest }: FilterChoiceProps<Id>): ReactNode {
  const text = useText();
  return (
    <ChoiceField<Id | typeof ANY>
      {...rest}
      value={value ?? ANY}
      options={[{ id: ANY, name: any ?? text('any') }, ...options]}
      onChange={(id) => onChange(id === ANY ? undefined : (id as Id))}
    />
  );
}

/** A filter that a person cannot choose in a field, such as one of a link: a button that removes it. */
export function ChosenFilter({ name, onRemove }: { name: string; onRemove: () => void }): ReactNode {
  const text = useText();
  return (
    <ActionButton aria-label={text('remove', { name })} icon="close" onPress={onRemove}>
      {name}
    </ActionButton>
  );
}

type MultiChoiceProps<Id extends string> = {
  label: string;
  values: readonly Id[];
  options: readonly Option<Id>[];
  onChange: (ids: Id[]) => void;
};

/** Chooses any number of entries. No choice is shown as "any". */
export function MultiChoiceField<Id extends string>({ label, values, options, onChange }: MultiChoiceProps<Id>): ReactNode {
  const text = useText();
  const choose = useEditing(onChange);
  const shown = values.length === 1 ? options.find(({ id }) => id === values[0])?.name : undefined;
  return (
    <Select className="field" selectionMode="multiple" value={[...values]} onChange={(keys) => choose(keys as Id[])}>
      <Label>{label}</Label>
      <Button className="button choice">
        <SelectValue>{() => (values.length === 0 ? text('any') : (shown ?? text('chosen', { count: values.length })))}</SelectValue>
        <Icon name="down" />
      </Button>
      <OptionList options={options} />
    </Select>
  );
}

const OptionList = ({ options }: { options: readonly Option[] }): ReactNode => (
  <Popover className="popover">
    <ListBox className="options" items={options}>
      {({ id, name }) => (
        <ListBoxItem className="option" id={id} textValue={name}>
          <Icon name="check" />
          {name}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
);
