"""A client on Authlib. Arguments: address of the server, client id, secret, redirect URI, and how the client proves its identity."""
import json
import sys

from authlib.integrations.requests_client import OAuth2Session

url, client_id, secret, redirect_uri, proof = sys.argv[1:]


def session(**more):
    return OAuth2Session(
        client_id,
        secret or None,
        token_endpoint_auth_method=proof,
        revocation_endpoint_auth_method=proof,
        redirect_uri=redirect_uri,
        code_challenge_method="S256",
        **more,
    )


person = session(scope="user_default offline_access")
verifier = "v" * 64
address, state = person.create_authorization_url(url + "/oauth/authorize", code_verifier=verifier)
print(address, flush=True)
first = person.fetch_token(url + "/oauth/token", authorization_response=input(), state=state, code_verifier=verifier)
first = dict(first)
second = dict(person.refresh_token(url + "/oauth/token"))
active = None
if secret:
    active = person.introspect_token(url + "/oauth/introspect", token=second["access_token"]).json()["active"]
caller = person.get(url + "/account/me").json()["id"]
revoked = person.revoke_token(url + "/oauth/revoke", token=second["refresh_token"]).status_code
own = None
if secret:
    own = session(scope="user_default").fetch_token(url + "/oauth/token", grant_type="client_credentials")["scope"]
print(json.dumps({"caller": caller, "active": active, "revoked": revoked, "own": own, "refreshed": first["refresh_token"] != second["refresh_token"]}))
