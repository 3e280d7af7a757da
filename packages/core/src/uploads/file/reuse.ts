import type { Clock, FileSource } from '../ports.ts'
import type { Challenge } from '../schema.ts'
import { fromHex, join, readBytes, sampleOf, sha256, toHex } from './fingerprint.ts'
import type { Comparison } from './prepare.ts'

export interface ReuseInput extends Comparison {
  clock: Clock
  file: FileSource
  identifier: string
  /** Bytes from which on asking is worth a call. */
  above: number
}

/**
 * A file that the platform holds already for the title's owner need not be sent: a cheap question first, the whole file
 * is read only if the answer is "perhaps". Gives the digest of the whole once the title has the content, else undefined.
 */
export async function reuseStored(input: ReuseInput): Promise<string | undefined> {
  const { transport, clock, target, file, reader, signal, identifier, above } = input
  if (file.size <= above) return undefined
  const offer = { totalSize: file.size, sample: await sampleOf(file) }
  const ask = () => transport.offer(target, offer, { signal })
  let challenge = await ask()
  if (challenge === undefined) return undefined
  const askedAt = clock.now()
  const digest = await reader.digestOf(reader.total, signal)
  // Reading a long file may take longer than a challenge lives.
  if (clock.now() - askedAt > challenge.lifetime * 500) challenge = await ask()
  if (challenge === undefined) return undefined
  const proof = { challenge: challenge.challenge, proof: await answerTo(challenge, file), digest }
  const state = await transport.prove(target, { ...proof, identifier, fileName: file.name }, { signal })
  return state?.complete && state.digest === digest ? digest : undefined
}

/** SHA-256 over the nonce and the bytes of each range: only who has the bytes can say it. */
export async function answerTo(
  { nonce, ranges }: Pick<Challenge, 'nonce' | 'ranges'>,
  file: FileSource,
): Promise<string> {
  const parts: Uint8Array[] = [fromHex(nonce)]
  for (const { start, end } of ranges) parts.push(await readBytes(file, start, end))
  return toHex(await sha256(join(parts)))
}
