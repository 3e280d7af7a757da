import { titles } from '@kinora/core'
import clip from '../../../server/assets/demo/clip-1.mp4?url'
import type { Kinora } from '../kernel/kinora.ts'

/** A real 16:9 clip, made larger by an MP4 box that players skip. */
export async function clipOf(megabytes: number, name = 'Morning flow.mp4'): Promise<File> {
  const content = await (await fetch(clip)).arrayBuffer()
  const size = megabytes * 1_048_576
  const padding = new DataView(new ArrayBuffer(size))
  padding.setUint32(0, size)
  padding.setUint32(4, 0x66726565)
  // No two are the same: a file that the platform holds already is not sent.
  crypto.getRandomValues(new Uint8Array(padding.buffer, size - 16))
  return new File([content, padding.buffer], name, { type: 'video/mp4' })
}

export async function newTitle(kinora: Kinora, className: string): Promise<string> {
  return (await kinora.session.send(titles.create, { className })).tag
}

/** A line to the server that holds chunks back from the given one on until it is opened. */
export function gatedFetch(from: number) {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const gated: typeof fetch = async (url, init) => {
    const { body, signal } = init ?? {}
    if (body instanceof FormData && Number(body.get('chunkNumber')) >= from)
      await Promise.race([opened, aborted(signal)])
    return fetch(url, init)
  }
  return { fetch: gated, open: () => open() }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}
