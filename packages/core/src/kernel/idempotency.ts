import { isReading } from '../access.ts'
import type { Endpoint } from './endpoint.ts'
import { isUnreachable, type KinoraError } from './errors.ts'
import type { WireRequest } from './wire.ts'

/** KEY-08: names one thing that is to be done, so that the same call sent again does it once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Says that an answer is that of the first call with its key. */
export const REPLAYED_HEADER = 'idempotent-replayed'
/** Characters of a key at most. */
export const IDEMPOTENCY_KEY_MAX = 255
/** Hours after which a key may be used anew. */
export const IDEMPOTENCY_HOURS = 24

type Called = Pick<Endpoint, 'id' | 'method' | 'allow' | 'streamed'>

/**
 * KEY-08: whether a call takes an idempotency key: every POST that changes something. Calls of everyone have no account that a
 * key could belong to, and what streams goes on where it stands by a way of its own.
 */
export const takesIdempotencyKey = ({ id, method, allow, streamed }: Called): boolean =>
  method === 'POST' && allow !== 'everyone' && !streamed && !isReading({ id, method })

/** 128 random bits. `crypto.randomUUID` isn’t there on pages that came by plain HTTP. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Whether a call may have been done although its answer never came. */
export const isAnswerLost = (error: KinoraError): boolean =>
  isUnreachable(error) || (error.status >= 500 && error.requestId === undefined)

/** Calls that are remembered, the longest of them in characters, and for how many milliseconds. */
const REMEMBERED = 20
const LONGEST = 65_536
const REMEMBERED_FOR = 300_000

/** The same call by what it sends; undefined of one that is too long to be remembered, or sends a file. */
export const nameOfCall = (
  { method, target, body }: WireRequest,
  headers: Record<string, string>,
): string | undefined =>
  typeof body === 'string' && body.length <= LONGEST
    ? JSON.stringify([method, target, headers, body])
    : undefined

interface LostCalls {
  /** The key of the same call, where its answer was lost just before. */
  keyOf(name: string | undefined): string | undefined
  lost(name: string | undefined, key: string): void
  answered(name: string | undefined): void
  /** Something was changed since: the same call is a new one, as by somebody who has taken the first back. */
  forget(): void
}

/** Remembers the keys of calls whose answer was lost: who presses Save once more has it once. */
export function createLostCalls(now: () => number = Date.now): LostCalls {
  const calls = new Map<string, { key: string; since: number }>()
  return {
    keyOf(name) {
      const known = name === undefined ? undefined : calls.get(name)
      return known !== undefined && Math.abs(now() - known.since) < REMEMBERED_FOR ? known.key : undefined
    },
    lost(name, key) {
      if (name === undefined) return
      calls.delete(name)
      calls.set(name, { key, since: now() })
      const [oldest] = calls.keys()
      if (calls.size > REMEMBERED) calls.delete(oldest!)
    },
    answered(name) {
      if (name !== undefined) calls.delete(name)
    },
    forget: () => calls.clear(),
  }
}
