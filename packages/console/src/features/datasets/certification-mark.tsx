/** The certification of a dataset. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { datasetMessages } from './messages.ts';

const TONES = { none: 'off', pending: 'waits', certified: 'good' } as const;

/** The name of the certification, with a mark. */
export function CertificationMark({ certification = 'none' }: Pick<Schema<'Dataset'>, 'certification'>): ReactNode {
  const text = useText(datasetMessages);
  return <StatusMark tone={TONES[certification]}>{text(`certification${certification}`)}</StatusMark>;
}
