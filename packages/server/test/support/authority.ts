/** An authority of a test: it signs certificates for receivers, lists of revoked ones, and OCSP responses. */
import type { webcrypto } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { Constructed, GeneralizedTime, Integer, OctetString, Primitive, Utf8String } from 'asn1js';
import * as pki from 'pkijs';

/** A certificate with its key, in PEM. */
export type TestCertificate = { cert: string; key: string; parsed: pki.Certificate };

/**
 * The differences from a good certificate for `localhost`; `name` may be an IPv4 address. `list` and `responder` are the addresses at which the
 * certificate says that revocations can be read: as a list, and by OCSP.
 */
export type CertificateTerms = { name?: string; from?: Date; to?: Date; list?: string; responder?: string };

const DAY = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const [COMMON_NAME, ALTERNATIVE_NAME, CONSTRAINTS, LISTS, INFORMATION] = [
  '2.5.4.3',
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.31',
  '1.3.6.1.5.5.7.1.1',
];
const [BASIC_RESPONSE, OCSP_ACCESS] = ['1.3.6.1.5.5.7.48.1.1', '1.3.6.1.5.5.7.48.1'];

const pem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

const addressName = (url: string): pki.GeneralName => new pki.GeneralName({ type: 6, value: url });

/** An authority with a fresh key. */
export class TestAuthority {
  /** The certificate of the authority, in PEM. */
  readonly cert: string;
  readonly #certificate: pki.Certificate;
  readonly #key: webcrypto.CryptoKey;
  #serial = 1;

  private constructor(certificate: pki.Certificate, key: webcrypto.CryptoKey) {
    this.#certificate = certificate;
    this.#key = key;
    this.cert = pem('CERTIFICATE', certificate.toSchema(true).toBER(false));
  }

  /** Makes an authority. */
  static async make(): Promise<TestAuthority> {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await build({ subject: `Test authority ${crypto.randomUUID()}`, serial: 1, publicKey });
    certificate.issuer = certificate.subject;
    certificate.extensions = [extension(CONSTRAINTS, new pki.BasicConstraints({ cA: true }).toSchema().toBER(false), true)];
    await certificate.sign(privateKey, 'SHA-256');
    return new TestAuthority(certificate, privateKey);
  }

  /** Signs a certificate, for `localhost` unless said otherwise. */
  async certify({ name = 'localhost', from, to, list, responder }: CertificateTerms = {}): Promise<TestCertificate> {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    this.#serial += 1;
    const certificate = await build({ subject: name, serial: this.#serial, publicKey, from, to });
    certificate.issuer = this.#certificate.subject;
    const subject = isIPv4(name)
      ? new pki.GeneralName({ type: 7, value: new OctetString({ valueHex: Uint8Array.from(name.split('.'), Number).buffer }) })
      : new pki.GeneralName({ type: 2, value: name });
    const names = new pki.GeneralNames({ names: [subject] });
    certificate.extensions = [extension(ALTERNATIVE_NAME, names.toSchema().toBER(false))];
    if (list !== undefined) {
      const points = new pki.CRLDistributionPoints({
        distributionPoints: [new pki.DistributionPoint({ distributionPoint: [addressName(list)] })],
      });
      certificate.extensions.push(extension(LISTS, points.toSchema().toBER(false)));
    }
    if (responder !== undefined) {
      const access = new pki.InfoAccess({
        accessDescriptions: [new pki.AccessDescription({ accessMethod: OCSP_ACCESS, accessLocation: addressName(responder) })],
      });
      certificate.extensions.push(extension(INFORMATION, access.toSchema().toBER(false)));
    }
    await certificate.sign(this.#key, 'SHA-256');
    return {
      cert: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
      key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)),
      parsed: certificate,
    };
  }

  /** The list of revoked certificates. */
  async list(revoked: readonly TestCertificate[], to = new Date(Date.now() + DAY)): Promise<Buffer> {
    const list = new pki.CertificateRevocationList({
      version: 1,
      issuer: this.#certificate.subject,
      thisUpdate: new pki.Time({ type: 0, value: new Date(Date.now() - DAY) }),
      nextUpdate: new pki.Time({ type: 0, value: to }),
    });
    if (revoked.length > 0)
      list.revokedCertificates = revoked.map(
        ({ parsed }) =>
          new pki.RevokedCertificate({
            userCertificate: parsed.serialNumber,
            revocationDate: new pki.Time({ type: 0, value: new Date(Date.now() - DAY) }),
          }),
      );
    await list.sign(this.#key, 'SHA-256');
    return Buffer.from(list.toSchema(true).toBER(false));
  }

  /** The OCSP response for a certificate. */
  async respond({ parsed }: TestCertificate, isRevoked: boolean): Promise<Buffer> {
    const basic = new pki.BasicOCSPResponse();
    basic.tbsResponseData.responderID = this.#certificate.subject;
    basic.tbsResponseData.producedAt = new Date();
    const certID = new pki.CertID();
    await certID.createForCertificate(parsed, { hashAlgorithm: 'SHA-1', issuerCertificate: this.#certificate });
    const single = new pki.SingleResponse({ certID });
    single.certStatus = isRevoked
      ? revokedStatus()
      : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: new ArrayBuffer(0) });
    single.thisUpdate = new Date(Date.now() - 60_000);
    single.nextUpdate = new Date(Date.now() + DAY);
    basic.tbsResponseData.responses = [single];
    basic.certs = [this.#certificate];
    await basic.sign(this.#key, 'SHA-256');
    const response = new pki.OCSPResponse();
    response.responseStatus.valueBlock.valueDec = 0;
    response.responseBytes = new pki.ResponseBytes({
      responseType: BASIC_RESPONSE,
      response: new OctetString({ valueHex: basic.toSchema().toBER(false) }),
    });
    return Buffer.from(response.toSchema().toBER(false));
  }
}

const revokedStatus = (): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: [new GeneralizedTime({ valueDate: new Date(Date.now() - DAY) })] });

type Described = { subject: string; serial: number; publicKey: webcrypto.CryptoKey; from?: Date | undefined; to?: Date | undefined };

async function build({ subject, serial, publicKey, from, to }: Described): Promise<pki.Certificate> {
  const certificate = new pki.Certificate({ version: 2, serialNumber: new Integer({ value: serial }) });
  certificate.subject.typesAndValues.push(new pki.AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: subject }) }));
  certificate.notBefore.value = from ?? new Date(Date.now() - DAY);
  certificate.notAfter.value = to ?? new Date(Date.now() + 30 * DAY);
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  return certificate;
}

const extension = (extnID: string, extnValue: ArrayBuffer, critical = false): pki.Extension =>
  new pki.Extension({ extnID, critical, extnValue });
