import type { ReactNode } from 'react';
import { PUBLISHES } from '../../app/needs.ts';
import { useMissingNeeds, useRightsAreRead } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink } from '../../ui/links.tsx';

/** The link to the page that publishes a zip. It appears when the rights of the person are read and allow it. */
export function PublishLink(): ReactNode {
  const text = useText();
  const missingOf = useMissingNeeds();
  const mayPublish = useRightsAreRead() && missingOf(PUBLISHES).right === undefined;
  return mayPublish && <ButtonLink to="/artifacts/publish" name={text('publishZip')} />;
}
