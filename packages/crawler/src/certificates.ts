import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Lets this process trust further authorities, given as PEM texts in one. Drivers of databases have authorities of their own. */
export function trustCertificates(text: string): void {
  const own = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (own.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...own]);
}
