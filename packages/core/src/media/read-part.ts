import { type ByteSource, unreadable } from '../kernel/byte-source.ts'

/** Read timeout: milliseconds after which a read that gives nothing is given up: the disk, or what stands for it, is silent. */
const DEADLINE = 60_000

/** The bytes of a part of a file; rejects with `upload.unreadable` where they can't be had, or with what the source itself says. */
export const readPart = (file: ByteSource, start: number, end: number): Promise<ArrayBuffer> =>
  inTime(file.slice(start, end).arrayBuffer()).catch(cause => {
    throw unreadable(cause)
  })

/** Rejects with `upload.unreadable` what takes longer than a silent disk is waited for. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unreadable()), DEADLINE)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
