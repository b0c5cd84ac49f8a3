/** An error that the user can correct: only its message is printed. */
export class LaunchError extends Error {}

const again = 'then run the command again';

/** Errors of npm and of the file system, and the sentence that says what to do. The first match is used. */
const causes = [
  [/ENOSPC|EDQUOT|no space left/i, (path) => `The disk that holds ${path} is full: free about 500 MB, ${again}.`],
  [
    /\bEINTEGRITY\b/,
    () =>
      `The package registry returned content that does not match its pinned checksum, so nothing of it was used: check "npm config get registry" and the mirrors and proxies on the way, ${again}.`,
  ],
  [
    /\bE404\b|\bETARGET\b/,
    () => `The package registry does not have a package that Millrace needs: check "npm config get registry", ${again}.`,
  ],
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
    (path) => `No permission to write in ${path}: give ${userName()} that permission, or use a folder of your own, ${again}.`,
  ],
  [
    /\bEUSAGE\b|in sync/,
    () => 'package.json and package-lock.json do not match: run "npm install --ignore-scripts" and check what changed.',
  ],
  [/ENOTDIR|EEXIST/, (path) => `${path} cannot be created, because a file has that name: choose another folder, ${again}.`],
];

/** Returns one line that explains an error at a path and says what to do; undefined if the cause is unknown. */
export function explain(text, path) {
  return causes.find(([pattern]) => pattern.test(text))?.[1](path);
}

function userName() {
  return process.getuid ? `user ${process.getuid()}` : 'this user';
}
