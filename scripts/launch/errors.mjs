/** A failure the person at the terminal can do something about: only its message is printed. */
export class LaunchError extends Error {}

const again = 'then run the command again';

/** What npm or the file system may say, and the sentence that helps. The first match wins. */
const causes = [
  [/ENOSPC|EDQUOT|no space left/i, (place) => `The disk that holds ${place} is full: free about 500 MB, ${again}.`],
  [
    /\bEINTEGRITY\b/,
    () =>
      `The package registry gave other content than the one whose checksum is pinned here, so nothing of it was used: check "npm config get registry" and the mirrors and proxies on the way, ${again}.`,
  ],
  [/\bE404\b|\bETARGET\b/, () => `The package registry does not have a package this needs: check "npm config get registry", ${again}.`],
  [/\bE401\b|\bE403\b/, () => `The package registry refuses access: check "npm config get registry" and the login for it, ${again}.`],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED/,
    () => `The certificate of the package registry is not trusted: set NODE_EXTRA_CA_CERTS to your company's certificate file, ${again}.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network request/,
    () => `The package registry cannot be reached: check the network, "npm config get registry" and "npm config get proxy", ${again}.`,
  ],
  [
    /EACCES|EPERM|EROFS/,
    (place) => `No permission to write in ${place}: give ${userName()} that permission, or use a folder of your own, ${again}.`,
  ],
  [
    /\bEUSAGE\b|in sync/,
    () => 'package.json and package-lock.json do not agree: run "npm install --ignore-scripts" and look at what changed.',
  ],
  [/ENOTDIR|EEXIST/, (place) => `${place} cannot be made, because a file stands in its way: choose another folder, ${again}.`],
];

/** Turns what went wrong at a place on the disk into one line that says what to do, or nothing when the cause is not known. */
export function explain(text, place) {
  return causes.find(([pattern]) => pattern.test(text))?.[1](place);
}

function userName() {
  return process.getuid ? `user ${process.getuid()}` : 'this user';
}
