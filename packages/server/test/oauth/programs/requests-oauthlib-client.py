"""A client on requests-oauthlib. Arguments: address of the server, client id, secret, redirect URI, and how the client proves its identity."""
import json
import sys

from oauthlib.oauth2 import BackendApplicationClient
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

url, client_id, secret, redirect_uri, proof = sys.argv[1:]
if proof == "client_secret_basic":
    by = {"auth": HTTPBasicAuth(client_id, secret)}
elif proof == "client_secret_post":
    by = {"include_client_id": True, "client_secret": secret}
else:
    by = {"include_client_id": True}
person = OAuth2Session(client_id, redirect_uri=redirect_uri, scope=["user_default", "offline_access"], pkce="S256")
address, _ = person.authorization_url(url + "/oauth/authorize")
print(address, flush=True)
first = dict(person.fetch_token(url + "/oauth/token", authorization_response=input(), **by))
again = {"auth": by["auth"]} if "auth" in by else {"client_id": client_id, **({"client_secret": secret} if secret else {})}
second = dict(person.refresh_token(url + "/oauth/token", **again))
caller = person.get(url + "/account/me").json()["id"]
active = None
if secret:
    body = {"token": second["access_token"], "client_id": client_id, "client_secret": secret}
    active = person.post(url + "/oauth/introspect", data=body, withhold_token=True).json()["active"]
fields = {"token": second["refresh_token"], "client_id": client_id, **({"client_secret": secret} if secret else {})}
revoked = person.post(url + "/oauth/revoke", data=fields, withhold_token=True).status_code
own = None
if secret:
    own = OAuth2Session(client=BackendApplicationClient(client_id, scope=["user_default"])).fetch_token(url + "/oauth/token", **by)["scope"][0]
print(json.dumps({"caller": caller, "active": active, "revoked": revoked, "own": own, "refreshed": first["refresh_token"] != second["refresh_token"]}))
