import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Lets this process trust further authorities, given as one text of PEM certificates. Drivers of databases get their authorities from the connection. */
export function trustCertificates(text: string): void {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
}
