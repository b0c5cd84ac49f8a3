/**
 * Checks whether the certificates of a server were revoked: by the stapled OCSP response, by the OCSP responder that the certificate names, or by its list
 * of revoked certificates (CRL). Without a proof that a certificate is valid, the connection is refused. The addresses in a certificate come from an
 * unknown party, so the outbound rules of its server apply to them.
 */
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { Certificate, OCSPResponse } from 'pkijs';
import { nowMilliseconds } from '../base/clock.ts';
import { Outbound, readBody } from './outbound.ts';
import type { OutboundRules } from '@millrace/wire/outbound-rules';

/** A certificate that was revoked, or that no proof shows to be valid. */
export class RevocationRefusal extends Error {}

const REVOKED = 'The certificate of the receiver was revoked: replace it.';
const UNKNOWN =
  'Millrace could not find out whether the certificate of the receiver was revoked: neither its OCSP responder nor its list of revoked certificates could be read. Repair them, or switch the check off.';
const NO_SOURCE =
  'The certificate of the receiver names neither an OCSP responder nor a list of revoked certificates, so the check for revocation is not possible: switch it off, or replace the certificate.';

/** The maximum milliseconds for which a proof is trusted, and by which clocks may differ. */
const [PROOF_AGE, CLOCK_SKEW] = [3_600_000, 300_000];
/** The maximum number of bytes of an answer that are read. */
const [OCSP_BYTES, LIST_BYTES] = [65_536, 16 * 2 ** 20];
/** The maximum number of proofs in memory. */
const MAX_PROOFS = 1000;
/** The maximum number of certificates in a chain; only a wrong chain is longer. */
const MAX_CERTIFICATES = 8;

type Proof = { isRevoked: boolean; until: number };

/** The certificate extension that lists the addresses of CRLs, and the type of those that are URLs. */
const [LIST_ADDRESSES, URL_TYPE] = ['2.5.29.31', 6];
/** The statuses of a certificate in an OCSP response; any other says that the responder does not know it. */
const [GOOD, WAS_REVOKED] = [0, 1];

/** Checks certificates, and remembers proofs while they are valid. */
export class RevocationCheck {
  readonly #rules: () => Promise<OutboundRules>;
  readonly #proofs = new Map<string, Proof>();

  constructor(rules: () => Promise<OutboundRules>) {
    this.#rules = rules;
  }

  /** Throws a `RevocationRefusal` unless every certificate below the root is proven valid. */
  async requireValid(socket: TLSSocket, stapled: Buffer | undefined, signal: AbortSignal): Promise<void> {
    let certificate: DetailedPeerCertificate = socket.getPeerCertificate(true);
    for (let depth = 0; depth < MAX_CERTIFICATES; depth += 1) {
      const issuer = certificate.issuerCertificate;
      // The root, or a certificate that an operator trusts as it is.
      if (issuer === undefined || issuer.fingerprint256 === certificate.fingerprint256) return;
      const proof = await this.#proofOf(certificate, issuer, depth === 0 ? stapled : undefined, signal);
      if (proof.isRevoked) throw new RevocationRefusal(REVOKED);
      certificate = issuer;
    }
    // The chain is too long, so that its end was not reached.
    throw new RevocationRefusal(UNKNOWN);
  }

  async #proofOf(
    certificate: DetailedPeerCertificate,
    issuer: DetailedPeerCertificate,
    stapled: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<Proof> {
    const known = this.#proofs.get(certificate.fingerprint256);
    if (known && known.until > nowMilliseconds()) return known;
    const proof = await this.#find(certificate, issuer, stapled, signal);
    if (this.#proofs.size >= MAX_PROOFS) this.#proofs.clear();
    this.#proofs.set(certificate.fingerprint256, proof);
    return proof;
  }

  async #find(
    shown: DetailedPeerCertificate,
    issuer: DetailedPeerCertificate,
    stapled: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<Proof> {
    // Loaded here, because most installs never need this library.
    const { Certificate } = await import('pkijs');
    const [certificate, authority] = [Certificate.fromBER(shown.raw), Certificate.fromBER(issuer.raw)];
    const responders = (shown.infoAccess?.['OCSP - URI'] ?? []).filter((one) => one !== undefined);
    const lists = listAddresses(certificate);
    if (!stapled && responders.length + lists.length === 0) throw new RevocationRefusal(NO_SOURCE);
    const sources: (() => Promise<Proof | undefined>)[] = [
      async () => stapled && proofByOcsp(stapled, certificate, authority),
      ...responders.map((url) => async () => proofByOcsp(await this.#ask(url, certificate, authority, signal), certificate, authority)),
      ...lists.map((url) => async () => proofByList(await this.#read(url, LIST_BYTES, signal), certificate, authority)),
    ];
    for (const source of sources) {
      // A source that cannot be read, or whose answer cannot be understood, proves nothing.
      const proof = await source().catch(() => undefined);
      if (proof) return proof;
    }
    throw new RevocationRefusal(UNKNOWN);
  }

  async #ask(url: string, certificate: Certificate, authority: Certificate, signal: AbortSignal): Promise<Buffer> {
    const { OCSPRequest } = await import('pkijs');
    const request = new OCSPRequest();
    await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: authority });
    const body = new Uint8Array(request.toSchema(true).toBER(false));
    return this.#read(url, OCSP_BYTES, signal, { method: 'POST', body, headers: { 'content-type': 'application/ocsp-request' } });
  }

  async #read(url: string, bytes: number, signal: AbortSignal, init: object = {}): Promise<Buffer> {
    const response = await new Outbound(await this.#rules()).fetch(url, { ...init, signal });
    const body = await readBody(response, bytes, 'The source');
    if (response.status !== 200) throw new Error('The source did not answer with 200');
    return body;
  }
}

/** Returns undefined if the response is not about the certificate, not signed for its issuer, or too old. */
async function proofByOcsp(response: Buffer, certificate: Certificate, authority: Certificate): Promise<Proof | undefined> {
  const { BasicOCSPResponse, OCSPResponse } = await import('pkijs');
  const answer: OCSPResponse = OCSPResponse.fromBER(response);
  if (!answer.responseBytes) return undefined;
  const basic = BasicOCSPResponse.fromBER(answer.responseBytes.response.valueBlock.valueHexView);
  if (!(await basic.verify({ trustedCerts: [authority] }))) return undefined;
  const { isForCertificate, status } = await basic.getCertificateStatus(certificate, authority);
  const until = Math.min(...basic.tbsResponseData.responses.map((one) => freshUntil(one.thisUpdate, one.nextUpdate)));
  if (!isForCertificate || (status !== GOOD && status !== WAS_REVOKED) || until <= nowMilliseconds()) return undefined;
  return { isRevoked: status === WAS_REVOKED, until };
}

async function proofByList(list: Buffer, certificate: Certificate, authority: Certificate): Promise<Proof | undefined> {
  const { CertificateRevocationList } = await import('pkijs');
  const text = list.toString('latin1');
  const der = text.startsWith('-----BEGIN') ? Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64') : list;
  const crl = CertificateRevocationList.fromBER(der);
  if (!crl.issuer.isEqual(certificate.issuer) || !(await crl.verify({ issuerCertificate: authority }))) return undefined;
  const until = freshUntil(crl.thisUpdate.value, crl.nextUpdate?.value);
  return until <= nowMilliseconds() ? undefined : { isRevoked: crl.isCertificateRevoked(certificate), until };
}

/**
 * Returns the time until which a statement is trusted: at most an hour from now, and not beyond its end. Without an end, it is trusted for an hour from
 * its beginning. The time is past for one that is from the future or not trusted any more.
 */
function freshUntil(from: Date, to: Date | undefined): number {
  const moment = nowMilliseconds();
  if (from.getTime() > moment + CLOCK_SKEW) return 0;
  return Math.min(moment + PROOF_AGE, to?.getTime() ?? from.getTime() + PROOF_AGE);
}

/** The addresses of CRLs that a certificate names. */
function listAddresses(certificate: Certificate): string[] {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === LIST_ADDRESSES);
  const points =
    (extension?.parsedValue as { distributionPoints?: { distributionPoint?: unknown }[] } | undefined)?.distributionPoints ?? [];
  return points
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? (distributionPoint as { type: number; value: unknown }[]) : []))
    .flatMap(({ type, value }) => (type === URL_TYPE && typeof value === 'string' ? [value] : []));
}
