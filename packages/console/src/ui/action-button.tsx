/** Buttons. A link that looks like a button is a `ButtonLink`. */
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Icon, type IconName } from './icon.tsx';

/** The emphasis of a button: `main` at most once on a page, `danger` for actions that cannot be undone. */
export type ButtonTone = 'main' | 'plain' | 'danger';

type ActionButtonProps = Omit<ButtonProps, 'className' | 'style' | 'children'> & {
  tone?: ButtonTone;
  icon?: IconName;
  children: ReactNode;
};

/** A button with a text. */
export const ActionButton = ({ tone = 'plain', icon, children, ...rest }: ActionButtonProps): ReactNode => (
  <Button {...rest} className={`button ${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </Button>
);

type IconButtonProps = Omit<ButtonProps, 'className' | 'style' | 'children'> & {
  /** The name of the action, for screen readers; also shown on hover. */
  label: string;
  icon: IconName;
  /** The keys that do the same, as in `aria-keyshortcuts`. */
  keys?: string;
};

/** A button with an icon. */
export const IconButton = ({ label, icon, keys, ...rest }: IconButtonProps): ReactNode => (
  <Button
    {...rest}
    aria-label={label}
    className="button icon-button"
    render={(props) => (
      <button {...props} title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label} aria-keyshortcuts={keys} />
    )}
  >
    <Icon name={icon} />
  </Button>
);
