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

/** Addresses and networks as people write them, such as 10.0.0.0/8. */
export interface NetworksPort {
  /** Whether an address is one of them or in one of them; what is no address is in none. */
  contain(networks: readonly string[], address: string): boolean
}

/** A site at the video host, and what it is asked with. */
export interface HostedSite {
  siteId: string
  /** Of the management API. */
  secret: string
  /** Signs the addresses of streams. */
  signingSecret: string
}

/** A video at the host. */
export interface HostedMedia {
  mediaId: string
  status: 'processing' | 'ready' | 'failed'
  /** Why it failed, in the host’s words. */
  detail: string
}

/** What the host answers, or why it doesn't. */
export type HostAnswer<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused' | 'siteUnknown' | 'invalid' | 'unreachable'; detail: string }
  /** Seconds after which it takes calls again. */
  | { kind: 'busy'; detail: string; retryAfter: number }

/** The video host of sites on media platform 1 (C-139): JW Player. Never throws but where the signal ends it. */
export interface VideoHostPort {
  /** Where it is asked, for people. */
  address: string
  /** Has it fetch a video from an address; `name` finds it again where the answer is lost. */
  create(site: HostedSite, video: NewVideo, signal: AbortSignal): Promise<HostAnswer<HostedMedia>>
  find(site: HostedSite, name: string, signal: AbortSignal): Promise<HostAnswer<HostedMedia | undefined>>
  /** undefined of one that isn't there any more. */
  read(site: HostedSite, mediaId: string, signal: AbortSignal): Promise<HostAnswer<HostedMedia | undefined>>
  /** One that isn't there is removed. */
  remove(site: HostedSite, mediaId: string, signal: AbortSignal): Promise<HostAnswer<void>>
  /** The address of its stream, good until an instant in seconds. */
  streamOf(site: HostedSite, mediaId: string, expires: number): string
}

export interface NewVideo {
  name: string
  title: string
  url: string
}

/** What Apple's App Store signs. */
export interface AppStorePort {
  /** What a signed text says; undefined where it isn't signed by the App Store with a certificate that is good now. */
  verify(text: string, now: Date): Promise<unknown>
}
