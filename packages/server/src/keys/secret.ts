import type { KeyMode } from '@kinora/core'
import { crc32 } from '@kinora/core/media'
import { sha256 } from '../kernel/digest.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** So many hold 256 bits. */
const BODY = 43
const CHECK = 6

const pattern = new RegExp(`^(kn_(live|test|embed)_)([0-9A-Za-z]{${BODY}})([0-9A-Za-z]{${CHECK}})$`)

/** Whether it looks like a key rather than like a token. */
export const isKey = (token: string): boolean => token.startsWith('kn_')

/** KEY-06: whether it looks like the token of an embed session, which is none of a key’s. */
export const isEmbedToken = (token: string): boolean => token.startsWith('kn_embed_')

/** KEY-01: 256 random bits behind a prefix and before a checksum, both of which scanners of secrets look for. */
export function newSecret(mode: KeyMode | 'embed'): string {
  const bits = crypto
    .getRandomValues(new Uint8Array(32))
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const body = `kn_${mode}_${inBase62(bits, BODY)}`
  return body + checksumOf(body)
}

/** The mode of a key whose checksum is right; undefined of what was never one, or was copied in part. */
export function modeOf(secret: string): KeyMode | 'embed' | undefined {
  const [, prefix = '', mode, body = '', check] = pattern.exec(secret) ?? []
  return checksumOf(prefix + body) === check ? (mode as KeyMode | 'embed') : undefined
}

/** What is stored: of 256 random bits no one guesses what a slow hash would protect. */
export const hashOfSecret = (secret: string): Promise<string> => sha256(new TextEncoder().encode(secret))

/** How it begins, as lists show it. */
export const startOf = (secret: string): string => secret.slice(0, 'kn_live_'.length + 4)

const checksumOf = (text: string): string => inBase62(BigInt(crc32(new TextEncoder().encode(text))), CHECK)

function inBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)]! + text
  return text
}
