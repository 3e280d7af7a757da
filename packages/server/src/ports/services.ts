import type { PriceCheck } from '@kinora/core'

export interface Mail {
  /** Names the message for good: sent again it is the same message, not another. Letters, digits, dots and dashes. */
  id: string
  to: string
  subject: string
  text: string
}

/** Mail to people outside. Resolves once the message is out of our hands; throws where that failed. */
export interface MailPort {
  send(mail: Mail): Promise<void>
}

/** The payment provider. */
export interface PaymentsPort {
  /** C-114, C-135: what it says of a price or plan id within 5 s; never throws. */
  price(id: string, secretKey: string): Promise<PriceCheck>
  /** C-146: what it tells, where the signature is that of these bytes and this secret, and not older than five minutes; undefined otherwise. */
  event(body: Uint8Array, proof: EventProof): Promise<unknown>
}

/** What shows that an event comes from the payment provider. */
export interface EventProof {
  /** The header of the call. */
  signature: string
  /** What the tenant has agreed upon with the provider. */
  secret: string
  now: Date
}

/** Opens addresses that people have written. */
export interface AddressPort {
  /** C-96, C-134: whether it answers 2xx, 401 or 403 within 5 s, after 3 redirects at most, from the public internet. */
  isAccessible(url: string, signal: AbortSignal): Promise<boolean>
  /** HOOK-03: whether none of the addresses that its host has now is out of bounds; one without any isn’t. */
  isPublic(url: string): Promise<boolean>
  /**
   * HOOK-02, HOOK-03: posts a body to an address of the public internet, and to no other: the name is judged where the connection is
   * made, and no redirect is followed. Throws where no answer came within the time, in words for a person.
   */
  post(url: string, message: Message): Promise<Reply>
}

export interface Message {
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds until it is given up. */
  timeout: number
  signal: AbortSignal
}

/** What came back. */
export interface Reply {
  status: number
  /** Its first 4 kB as text. */
  text: string
}
