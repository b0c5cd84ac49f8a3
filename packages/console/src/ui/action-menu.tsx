/** Menus of actions and choices. */
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './icon.tsx';

type ActionMenuProps = { button: ReactNode; label: string; children: ReactNode };

/** A menu that its button opens. */
export const ActionMenu = ({ button, label, children }: ActionMenuProps): ReactNode => (
  <MenuTrigger>
    {button}
    <Popover className="popover" placement="bottom end">
      <Menu className="options" aria-label={label}>
        {children}
      </Menu>
    </Popover>
  </MenuTrigger>
);

type MenuActionProps = { onAction?: () => void; href?: string; children: string };

/** One action, or a link to a page outside of the console. */
export const MenuAction = ({ onAction, href, children }: MenuActionProps): ReactNode => (
  <MenuItem className="option" onAction={onAction} href={href} textValue={children}>
    {children}
  </MenuItem>
);

type MenuChoiceProps<Id extends string> = {
  /** Unique in the menu. */
  name: string;
  label: string;
  value: Id;
  options: Readonly<Partial<Record<Id, string>>>;
  onChange: (id: Id) => void;
};

/** A group of entries of which one is chosen. */
export const MenuChoice = <Id extends string>({ name, label, value, options, onChange }: MenuChoiceProps<Id>): ReactNode => (
  <MenuSection
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[`${name} ${value}`]}
    onSelectionChange={(keys) => keys !== 'all' && onChange(String([...keys][0]).slice(name.length + 1) as Id)}
  >
    <Header className="options-head">{label}</Header>
    {Object.entries<string>(options as Record<string, string>).map(([id, label]) => (
      <MenuItem key={id} id={`${name} ${id}`} className="option" textValue={label} shouldCloseOnSelect={false}>
        <Icon name="check" />
        {label}
      </MenuItem>
    ))}
  </MenuSection>
);
