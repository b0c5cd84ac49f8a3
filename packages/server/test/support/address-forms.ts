/** Different notations of the same address, which a simple text comparison does not recognise. */

/** Returns the four bytes of an IPv4 address. */
const bytesOf = (address: string): [number, number, number, number] => address.split('.').map(Number) as [number, number, number, number];
const hexadecimal = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;
const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const withDigits = (text: string, first: number, zero: number): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit === '0' ? zero : first + Number(digit) - 1));

/** Returns notations of an IPv4 address that the resolvers of systems accept. */
export function numericForms(address: string): string[] {
  const bytes = bytesOf(address);
  const [a, b, c, d] = bytes;
  const all = numberOf(bytes);
  return [
    address,
    bytes.map(octal).join('.'),
    bytes.map((byte) => `0000${byte.toString(8)}`).join('.'),
    bytes.map(hexadecimal).join('.'),
    bytes.map((byte) => `0X${byte.toString(16).toUpperCase()}`).join('.'),
    [hexadecimal(a), octal(b), c, d].join('.'),
    [a, b, c * 256 + d].join('.'),
    [octal(a), numberOf([b, c, d])].join('.'),
    [a, hexadecimal(numberOf([b, c, d]))].join('.'),
    String(all),
    hexadecimal(all),
    `0x0000${all.toString(16)}`,
    octal(all),
    `000000${all.toString(8)}`,
    // Digits and dots of other scripts.
    withDigits(address, 0xff11, 0xff10),
    withDigits(address, 0x2460, 0x24ea),
    withDigits(address, 0x1d7cf, 0x1d7ce),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
  ];
}

/** Returns IPv6 addresses that contain an IPv4 address: mapped, compatible, translated, NAT64, 6to4, Teredo; also with zones. */
export function embeddedForms(address: string): string[] {
  const bytes = bytesOf(address);
  const pair = (values: readonly number[]): string =>
    `${numberOf(values.slice(0, 2)).toString(16)}:${numberOf(values.slice(2, 4)).toString(16)}`;
  const groups = pair(bytes);
  return [
    `::ffff:${address}`,
    `::FFFF:${address}`,
    `::ffff:${groups}`,
    `0:0:0:0:0:ffff:${groups}`,
    `0000:0000:0000:0000:0000:FFFF:${address}`,
    `::ffff:${address}%lo`,
    `::ffff:${groups}%1`,
    `::${address}`,
    `::${groups}%lo`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${groups}`,
    `0064:ff9b:0000::${groups}%1`,
    `64:ff9b:1::${address}`,
    `64:ff9b:1:2:3:4:${groups}`,
    `2002:${groups}::`,
    `2002:${groups}::1`,
    `2001:0:808:808:8000:0:${pair(bytes.map((byte) => byte ^ 255))}`,
  ];
}

/** Returns URLs of a host, in notations that can mislead a parser. */
export function urlForms(host: string, port: number): string[] {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return [
    `http://${authority}/`,
    `https://${authority}/`,
    `http://public.example@${authority}/`,
    `http://public.example:80@${authority}/`,
    `http://${authority}#@public.example/`,
    `http://${authority}\\@public.example/`,
    `http:\\\\${authority}/`,
    `http:/${authority}/`,
    `HTTP://${authority}/?http://public.example/`,
    `\thttp://${authority}\n/`,
    `http://${[...authority].map((letter) => (/\d/.test(letter) ? `%3${letter}` : letter)).join('')}/`,
  ];
}
