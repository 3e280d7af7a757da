import { isKinoraError, type KinoraError } from '@kinora/core'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { refused } from '../../kernel/rows/refusals.ts'
import {
  type Claims,
  claimOf,
  type Device,
  type Identity,
  type IdentityPort,
  type IdentitySettings,
  type LogoutNotice,
  type Renewal,
} from '../../ports/identity.ts'
import type { Log } from '../../ports/runtime.ts'
import { isSafeAddress } from './settings.ts'

/** Seconds until it is given up: as openid-client has it, so that a moment without processor time is no verdict on it. */
const TIMEOUT = 30
/** Seconds that its clock may be off. */
const CLOCK_SKEW = 60
/** Milliseconds after which what it says of itself is read anew. */
const REDISCOVER = 3_600_000
/** None that is signed with a secret, and none that isn’t signed. */
const algorithms = [
  'RS256',
  'PS256',
  'ES256',
  'EdDSA',
  'Ed25519',
  'RS384',
  'RS512',
  'PS384',
  'PS512',
  'ES384',
  'ES512',
]
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Where browsers come back to, of one identity provider: an own one for each, so that none answers for another. */
export const callbackPath = (id: string): string => `/api/v1/oidc/callback/${id}`

interface Options {
  settings: IdentitySettings
  /** Where browsers reach us. */
  baseUrl: string
  log: Log
}

/** KEY-05: an OpenID provider, by openid-client; logout tokens by jose. */
export function createOidc({ settings, baseUrl, log }: Options): IdentityPort {
  const { name, clientId } = settings
  const configuration = createDiscovery(settings)
  const keySetOf = createKeySets()
  const redirectUri = new URL(callbackPath(settings.id), baseUrl).href
  const explain = (error: unknown): KinoraError => toRefusal(error, { name, log })
  const identityOf = (tokens: Tokens) => configuration().then(config => toIdentity(config, tokens, settings))
  return {
    settings,
    async begin(state) {
      const proof = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() }
      const config = await configuration().catch(error => Promise.reject(explain(error)))
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce: proof.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(proof.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, proof }
    },
    async finish({ search, state, proof }) {
      const url = new URL(redirectUri)
      url.search = search
      try {
        const tokens = await client.authorizationCodeGrant(await configuration(), url, {
          expectedState: state,
          expectedNonce: proof.nonce,
          pkceCodeVerifier: proof.codeVerifier,
          idTokenExpected: true,
        })
        return await identityOf(tokens)
      } catch (error) {
        throw explain(error)
      }
    },
    async beginDevice() {
      try {
        const config = await configuration()
        if (config.serverMetadata().device_authorization_endpoint === undefined) return undefined
        return toDevice(await client.initiateDeviceAuthorization(config, { scope: settings.scopes }))
      } catch (error) {
        throw explain(error)
      }
    },
    async pollDevice(deviceCode) {
      try {
        const config = await configuration()
        return await identityOf(
          await client.genericGrantRequest(config, deviceGrant, { device_code: deviceCode }),
        )
      } catch (error) {
        const waits = bodyErrorOf(error)
        if (waits === 'authorization_pending') return 'pending'
        if (waits === 'slow_down') return 'slowDown'
        throw waits === 'expired_token' ? refused('sso.expired', undefined, '') : explain(error)
      }
    },
    async renew({ refreshToken, subject }): Promise<Renewal> {
      try {
        const config = await configuration()
        const tokens = await client.refreshTokenGrant(config, refreshToken)
        return await toRenewal(config, tokens, { settings, refreshToken, subject })
      } catch (error) {
        return toEndedRenewal(error, settings.id, log)
      }
    },
    async readLogout(token) {
      const config = await configuration().catch(error => Promise.reject(explain(error)))
      return readLogoutToken(token, { config, keySetOf, clientId, log }).catch(error =>
        Promise.reject(explain(error)),
      )
    },
    async endAddress(idToken) {
      const config = await configuration().catch(() => undefined)
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined
      const back = new URL('/login', baseUrl).href
      return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back })
        .href
    },
    async problem() {
      try {
        await configuration(true)
        return undefined
      } catch (error) {
        return reasonOf(error)
      }
    },
  }
}

/**
 * Whether the provider has ended a session that could not be renewed, or can’t be asked: what is wrong with how it is set up here
 * says nothing about the person.
 */
function toEndedRenewal(error: unknown, identityProvider: string, log: Log): Renewal {
  const isOurs = ['invalid_client', 'unauthorized_client'].includes(bodyErrorOf(error) ?? '')
  const facts = { reason: reasonOf(error), identityProvider }
  if (isUnreachable(error) || isOurs) {
    log.warn(facts, 'the identity provider can’t be asked')
    return { kind: 'unreachable' }
  }
  log.warn(facts, 'the identity provider has ended a session')
  return { kind: 'refused' }
}

type Config = client.Configuration
type KeySet = ReturnType<typeof createRemoteJWKSet>
type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Reads what it says of itself with the first sign-in and again after an hour; a failure isn’t kept. */
function createDiscovery({
  issuer,
  clientId,
  clientSecret,
}: IdentitySettings): (anew?: boolean) => Promise<Config> {
  let known: { config: Promise<Config>; at: number } | undefined
  const discover = async () => {
    const isLocal = new URL(issuer).protocol === 'http:'
    const metadata = { [client.clockTolerance]: CLOCK_SKEW }
    const config = await client.discovery(new URL(issuer), clientId, metadata, authOf(clientSecret), {
      execute: isLocal ? [client.allowInsecureRequests] : [],
      timeout: TIMEOUT,
      [client.customFetch]: fetchSafely,
    })
    // Without this an ID token that came over TLS would be believed unsigned.
    client.enableNonRepudiationChecks(config)
    return config
  }
  return (anew = false) => {
    if (known === undefined || anew || Date.now() - known.at > REDISCOVER) {
      const config = discover()
      const mine = { config, at: Date.now() }
      const before = known
      known = mine
      config.catch(() => {
        if (known === mine) known = anew ? before : undefined
      })
    }
    return known.config
  }
}

/** However its documents name addresses, nothing secret leaves this machine unencrypted. */
const fetchSafely: client.CustomFetch = (url, options) => {
  if (!isSafeAddress(url)) throw new TypeError(`${url} isn’t encrypted`)
  return fetch(url, options as RequestInit)
}

/** As it says that it takes them; Basic is the standard’s own where it says nothing. */
function authOf(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None()
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic')
    return (isBasic ? client.ClientSecretBasic : client.ClientSecretPost)(secret)(server, ...rest)
  }
}

/** The ID token’s claims go before those that are asked for; they are asked for only where the token lacks some. */
async function toIdentity(
  config: Config,
  tokens: Tokens,
  { claims: names }: IdentitySettings,
): Promise<Identity> {
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) throw new Error('There is no ID token.')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    claims: await allClaims(config, { claims, subject: claims.sub, accessToken: tokens.access_token, names }),
    sid: typeof claims.sid === 'string' ? claims.sid : undefined,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
  }
}

async function allClaims(
  config: Config,
  of: { claims: Claims; subject: string; accessToken: string; names: IdentitySettings['claims'] },
): Promise<Claims> {
  const isWhole = 'email' in of.claims && claimOf(of.claims, of.names.role) !== undefined
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return of.claims
  return { ...(await client.fetchUserInfo(config, of.accessToken, of.subject)), ...of.claims }
}

async function toRenewal(
  config: Config,
  tokens: Tokens,
  { settings, refreshToken, subject }: { settings: IdentitySettings; refreshToken: string; subject: string },
): Promise<Renewal> {
  const said = tokens.claims()
  if (said !== undefined && said.sub !== subject) return { kind: 'refused' }
  const { access_token: accessToken, refresh_token: next, id_token: idToken } = tokens
  const of = { claims: said ?? {}, subject, accessToken, names: settings.claims }
  const claims = await allClaims(config, of)
  // Without an ID token, and without the role where it is asked for, it has said nothing about the person.
  const isTold = said !== undefined || claimOf(claims, settings.claims.role) !== undefined
  return { kind: 'renewed', claims: isTold ? claims : undefined, refreshToken: next ?? refreshToken, idToken }
}

function toDevice(answer: Awaited<ReturnType<typeof client.initiateDeviceAuthorization>>): Device {
  return {
    deviceCode: answer.device_code,
    userCode: answer.user_code,
    verificationUrl: answer.verification_uri,
    verificationUrlComplete: answer.verification_uri_complete,
    lifetime: answer.expires_in,
    interval: answer.interval ?? 5,
  }
}

/** OpenID Connect Back-Channel Logout 1.0, 2.6: an ID token is no logout token. */
async function readLogoutToken(
  token: string,
  {
    config,
    keySetOf,
    clientId: audience,
    log,
  }: { config: Config; keySetOf: ReturnType<typeof createKeySets>; clientId: string; log: Log },
): Promise<LogoutNotice | undefined> {
  const { issuer, jwks_uri: keys } = config.serverMetadata()
  if (keys === undefined || !isSafeAddress(keys)) return undefined
  const options = { issuer, audience, algorithms, clockTolerance: CLOCK_SKEW, maxTokenAge: '10m' }
  const required = { requiredClaims: ['iat', 'jti', 'events'] }
  const read = await jwtVerify(token, keySetOf(config, keys), { ...options, ...required }).catch(error => {
    if (isUnreachable(error)) throw error
    log.warn({ reason: reasonOf(error) }, 'a logout token was refused')
    return undefined
  })
  const { sub, sid, jti, exp, iat, events, nonce } = read?.payload ?? {}
  const event = (events as Record<string, unknown> | undefined)?.[logoutEvent]
  const isOne = typeof event === 'object' && event !== null && nonce === undefined
  const isOfSomebody = sub !== undefined || typeof sid === 'string'
  if (!isOne || !isOfSomebody || typeof jti !== 'string') return undefined
  const seconds = Math.max(exp ?? 0, iat! + 600) + CLOCK_SKEW
  return {
    issuer,
    subject: sub,
    sid: typeof sid === 'string' ? sid : undefined,
    jti,
    expires: new Date(seconds * 1000),
  }
}

/** Its keys, read again where a token names one that isn’t among them. */
function createKeySets(): (config: Config, address: string) => KeySet {
  const known = new WeakMap<Config, KeySet>()
  return (config, address) => {
    const keys =
      known.get(config) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT * 1000 })
    known.set(config, keys)
    return keys
  }
}

function toRefusal(error: unknown, { name, log }: { name: string; log: Log }): KinoraError {
  if (isKinoraError(error)) return error
  if (isUnreachable(error)) {
    log.warn({ reason: reasonOf(error), identityProvider: name }, 'the identity provider can’t be reached')
    return refused('sso.unreachable', { name }, '', 60)
  }
  const isDenied =
    error instanceof client.AuthorizationResponseError || bodyErrorOf(error) === 'access_denied'
  if (isDenied) return refused('sso.denied', { name }, '')
  log.warn({ reason: reasonOf(error), identityProvider: name }, 'a sign-in was refused')
  return refused('sso.failed', { name }, '')
}

const bodyErrorOf = (error: unknown): string | undefined =>
  error instanceof client.ResponseBodyError ? error.error : undefined

/** No answer, or one that says that there is none at the moment. */
function isUnreachable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause as unknown) {
    if (each instanceof client.ResponseBodyError) return each.status >= 500 || each.status === 429
    if (each.name === 'TimeoutError' || each.name === 'JWKSTimeout' || each.name === 'AbortError') return true
    if (each instanceof TypeError && /fetch failed|isn’t encrypted/.test(each.message)) return true
    const status = statusOf(each.cause)
    if (status !== undefined) return status >= 500 || status === 429
  }
  return false
}

/** What went wrong, for who runs the platform: without what was sent, which is secret. */
function reasonOf(error: unknown): string {
  const words: string[] = []
  let each = error
  for (; each instanceof Error; each = each.cause as unknown) words.push(each.message)
  const status = statusOf(each)
  if (status !== undefined) words.push(`HTTP ${status}`)
  const [first = 'no answer'] = words
  return words.length > 1 ? `${first} (${words.at(-1)})` : first
}

/** Of an answer; by its shape, since the server that we run in puts a class of its own in the place of `Response`. */
const statusOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number'
    ? answer.status
    : undefined
