import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Lets this process trust further authorities, given as one text of PEM certificates. Drivers of databases use other authorities. */
export function trustCertificates(text: string): void {
  const own = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (own.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...own]);
}
