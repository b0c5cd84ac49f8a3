/** The choice of the columns of a table. */
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import type { Option } from './choice-field.tsx';
import { Icon } from './icon.tsx';

type ColumnChoiceProps = {
  /** The columns that may be hidden. */
  options: readonly Option[];
  /** Those that are shown. */
  shown: readonly string[];
  onChange: (shown: string[]) => void;
};

/** The button, with a menu that stays open while columns are chosen. */
export function ColumnChoice({ options, shown, onChange }: ColumnChoiceProps): ReactNode {
  const text = useText();
  return (
    <MenuTrigger>
      <ActionButton icon="columns">{text('columns')}</ActionButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="options"
          aria-label={text('columns')}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) => onChange(keys === 'all' ? options.map(({ id }) => id) : [...keys].map(String))}
        >
          {options.map(({ id, name }) => (
            <MenuItem key={id} id={id} className="option" textValue={name} shouldCloseOnSelect={false}>
              <Icon name="check" />
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
