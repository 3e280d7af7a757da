import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Header = { alg: string; kid?: string; typ?: string }
/** Makes a token out of the claims that an honest issuer would sign. */
export type Forge = (claims: JWTPayload, issuer: HostileIssuer) => Promise<string> | string

export interface HostileIssuer {
  url: string
  /** What its token endpoint answers next: honest until told otherwise. */
  forge: Forge
  /** What it says of who signs in. */
  claims: JWTPayload
  nonce: string
  sign(claims: JWTPayload, header?: Partial<Header>): Promise<string>
  /** A key that is among its own from now on, in place of the one before. */
  rotate(): Promise<void>
  /** Its public key as everybody reads it. */
  publicKey(): string
  /** The forms that came to its token endpoint. */
  asked: URLSearchParams[]
  close(): Promise<void>
}

/** An issuer that answers as it likes. */
export async function startHostileIssuer(): Promise<HostileIssuer> {
  let keys = await newKey(1)
  const server = createServer((request, response) => {
    const answer = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration') return answer(metadata(issuer.url))
    if (request.url === '/jwks') return answer({ keys: [keys.jwk] })
    if (request.url !== '/token') return void response.writeHead(404).end()
    void (async () => {
      let body = ''
      for await (const piece of request) body += String(piece)
      issuer.asked.push(new URLSearchParams(body))
      const now = Math.floor(Date.now() / 1000)
      const honest = {
        iss: issuer.url,
        aud: 'kinora',
        iat: now,
        exp: now + 300,
        nonce: issuer.nonce,
        ...issuer.claims,
      }
      const id_token = await issuer.forge(honest, issuer)
      answer({ access_token: 'a', token_type: 'Bearer', id_token })
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer: HostileIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forge: claims => issuer.sign(claims),
    claims: {},
    nonce: '',
    asked: [],
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid!, ...header })
        .sign(keys.privateKey),
    async rotate() {
      keys = await newKey(2)
    },
    publicKey: () => JSON.stringify(keys.jwk),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return issuer
}

async function newKey(number: number) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: `key-${number}`, alg: 'RS256', use: 'sig' }
  return { privateKey, jwk }
}

const metadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
