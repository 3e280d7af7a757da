/** One piece of sound, picture or description of a stream, as its sender times it. */
export interface MediaTag {
  kind: 'audio' | 'video' | 'data'
  /** Milliseconds on the sender's clock. */
  at: number
  /** What an FLV tag of this kind holds. */
  bytes: Uint8Array
}

/** Who wants to send: the last part of the address is the key. */
export interface Sender {
  /** Of the client, for rate limits. */
  address: string
  key: string
}

/** Takes what one sender sends. */
export interface Taker {
  /** Waited for, so that a sender that is faster than the machine is slowed down. */
  take(tag: MediaTag): Promise<void>
  /** The sender has stopped or was lost. */
  end(): Promise<void>
  /** Aborted, the sender is sent away; the reason is told. */
  signal: AbortSignal
}

/** Takes streams of senders such as OBS and ffmpeg (LIVE-06). */
export interface IngestPort {
  /** Where senders send to, without the key. */
  readonly url: string
  /** Asks for every sender whether it may send: a text refuses it. Until then all are refused. */
  accept(decide: (sender: Sender) => Promise<Taker | string>): void
  /** Takes no more senders, and ends those that send. */
  close(): Promise<void>
}
