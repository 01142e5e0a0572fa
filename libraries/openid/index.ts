export * as jose from "jose";
export * as oidc from "openid-client";
