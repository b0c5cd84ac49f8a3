/** A self-signed certificate for `localhost`, valid for a hundred years, with its key, for servers that tests start. It protects nothing. */

/** The certificate. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUPfHGPSY+wCcH7cdR7lqqciQY9AswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0MzUyN1oYDzIxMjYxMDI4
MDQzNTI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAStaTIvnqj/ld7FLpp+sfnZnGtmUjD4OVW1nypGfNlychFJ+7zx706i
XA+16fDt5VD4LkUG9N4fXiEJxKBB/Yflo2kwZzAdBgNVHQ4EFgQUFaF/xthQyxrb
N6YvOUsz45LDysYwHwYDVR0jBBgwFoAUFaF/xthQyxrbN6YvOUsz45LDysYwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgWeDIDdYsT2FVF2gVSY4aoKtETAbNwjZVMqV2i7xQqOoCIHYJp55/XGMW
81OY6KX7HCbdRkw7grQmMOw0cvMiEE/e
-----END CERTIFICATE-----
`;

/** The key of the certificate. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVhHD6dcpToMaWXre
g/8kCazVXZnfW+Wz0Xb1iWV97tmhRANCAAStaTIvnqj/ld7FLpp+sfnZnGtmUjD4
OVW1nypGfNlychFJ+7zx706iXA+16fDt5VD4LkUG9N4fXiEJxKBB/Yfl
-----END PRIVATE KEY-----
`;
