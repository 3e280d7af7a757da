import type { DigestPart } from './digest-client.ts'

/** Digests from a worker, whose client is loaded with the first file. */
export function createLazyDigest(start: () => Worker): DigestPart {
  let client: Promise<DigestPart> | undefined
  return async (file, from, to) => {
    client ??= import('./digest-client.ts').then(({ createDigestClient }) => createDigestClient(start))
    return (await client)(file, from, to)
  }
}
