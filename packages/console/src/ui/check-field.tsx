import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { Icon } from './icon.tsx';

type CheckFieldProps = { isSelected: boolean; onChange: (isSelected: boolean) => void; isDisabled?: boolean; children: ReactNode };

/** A check box with its text. */
export const CheckField = ({ children, ...rest }: CheckFieldProps): ReactNode => (
  <Checkbox {...rest} className="check">
    <span className="check-box">
      <Icon name="check" />
    </span>
    {children}
  </Checkbox>
);
