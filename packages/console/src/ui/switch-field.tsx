/** A switch that takes effect at once. */
import type { ReactNode } from 'react';
import { Switch } from 'react-aria-components/Switch';
import styles from './switch-field.module.css';

type SwitchFieldProps = {
  /** What is on or off, for screen readers. */
  label: string;
  /** What the switch does, or why it cannot be used; shown on hover. */
  hint: string;
  isSelected: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
};

/** The switch without a visible label: its row says what it belongs to. */
export const SwitchField = ({ label, hint, ...rest }: SwitchFieldProps): ReactNode => (
  <span title={hint}>
    <Switch {...rest} className={styles['switch'] ?? ''} aria-label={label}>
      <span className={styles['track']} />
    </Switch>
  </span>
);
