// A client on golang.org/x/oauth2. Arguments: address of the server, client id, secret, redirect URI, and how the client proves its identity.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	base, id, secret, redirect, proof := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	style := map[string]oauth2.AuthStyle{"client_secret_basic": oauth2.AuthStyleInHeader, "client_secret_post": oauth2.AuthStyleInParams}[proof]
	config := oauth2.Config{
		ClientID: id, ClientSecret: secret, RedirectURL: redirect, Scopes: []string{"user_default", "offline_access"},
		Endpoint: oauth2.Endpoint{AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token", AuthStyle: style},
	}
	ctx := context.Background()
	verifier := oauth2.GenerateVerifier()
	fmt.Println(config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier)))
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	back, err := url.Parse(strings.TrimSpace(line))
	check(err)
	first, err := config.Exchange(ctx, back.Query().Get("code"), oauth2.VerifierOption(verifier))
	check(err)
	ended := *first
	ended.Expiry = time.Now().Add(-time.Hour)
	source := config.TokenSource(ctx, &ended)
	second, err := source.Token()
	check(err)
	answer, err := oauth2.NewClient(ctx, source).Get(base + "/account/me")
	check(err)
	body, err := io.ReadAll(answer.Body)
	check(err)
	var me struct{ ID string }
	check(json.Unmarshal(body, &me))
	revoked, err := http.PostForm(base+"/oauth/revoke", url.Values{"token": {second.RefreshToken}})
	check(err)
	own := any(nil)
	if secret != "" {
		itself := clientcredentials.Config{ClientID: id, ClientSecret: secret, TokenURL: base + "/oauth/token", Scopes: []string{"user_default"}, AuthStyle: style}
		token, err := itself.Token(ctx)
		check(err)
		own = token.Extra("scope")
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"caller": me.ID, "active": nil, "revoked": revoked.StatusCode, "own": own, "refreshed": first.RefreshToken != second.RefreshToken,
	}))
}
