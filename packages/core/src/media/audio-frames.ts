/** One frame of sound, as its header tells it. */
export interface AudioFrame {
  /** Bytes with the header. */
  length: number
  seconds: number
  /** Frames of one stream agree in this. */
  kind: number
}

export type ReadFrame = (bytes: Uint8Array, at: number) => AudioFrame | undefined

const adtsRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]

/** AAC in ADTS: sync word, layer 0, a sampling rate that exists, a length that holds the header. */
export const readAdtsFrame: ReadFrame = (bytes, at) => {
  if (bytes.length < at + 7 || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return undefined
  const rate = adtsRates[(bytes[at + 2]! >> 2) & 0xf]
  const length = ((bytes[at + 3]! & 0x03) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  if (rate === undefined || length < 7) return undefined
  return { length, seconds: (1024 * ((bytes[at + 6]! & 3) + 1)) / rate, kind: rate }
}

const bitRates = [
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
] as const
const sampleRates = [44_100, 48_000, 32_000]
/** By the two bits of the version: 2.5, none, 2, 1. */
const slower = [4, 0, 2, 1] as const

/** MPEG audio layer III: sync word, a version, a bit rate and a sampling rate that exist. */
export const readMp3Frame: ReadFrame = (bytes, at) => {
  if (bytes.length < at + 4 || bytes[at] !== 0xff) return undefined
  const [second, third] = [bytes[at + 1]!, bytes[at + 2]!]
  const divisor = slower[(second >> 3) & 3]!
  if ((second & 0xe6) !== 0xe2 || divisor === 0) return undefined
  const kilobits = bitRates[divisor === 1 ? 1 : 0][third >> 4]
  const base = sampleRates[(third >> 2) & 3]
  if (kilobits === undefined || kilobits === 0 || base === undefined) return undefined
  const [rate, samples] = [base / divisor, divisor === 1 ? 1152 : 576]
  const length = Math.floor((samples * kilobits * 125) / rate) + ((third >> 1) & 1)
  return { length, seconds: samples / rate, kind: rate }
}

/** Frames in a row that chance doesn't make. */
const RUN = 3

/** Where the first frames in a row of one stream begin; undefined where there are none. */
export function findRun(bytes: Uint8Array, from: number, read: ReadFrame): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (isRun(bytes, at, read)) return at
  }
  return undefined
}

function isRun(bytes: Uint8Array, start: number, read: ReadFrame): boolean {
  const first = read(bytes, start)
  let at = start
  for (let count = 0; count < RUN; count++) {
    const frame = read(bytes, at)
    if (frame === undefined || frame.kind !== first?.kind) return false
    at += frame.length
  }
  return true
}
