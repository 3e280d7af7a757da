import type { Send } from '../kernel/client.ts'
import type { Transport, UploadTarget } from '../uploads/ports.ts'
import { toVideoProcessing } from '../uploads/send/transport.ts'
import { events } from './endpoints.ts'

/** EVENT-32, API-85, API-86: the uploader's calls for the video of an event, whose tag is its id. */
export const createEventTransport = (by: (target: UploadTarget) => Send): Transport => ({
  async state(target, { signal }) {
    return (await by(target)(events.uploadState, { tag: target.tag }, { signal })) ?? undefined
  },
  chunk: (target, chunk, { signal, onProgress }) =>
    by(target)(events.upload, { tag: target.tag, ...chunk }, { signal, onProgress, timeout: 0 }),
  offer: async () => undefined,
  prove: async () => undefined,
  async encode(target, { signal }) {
    await by(target)(events.encodeVideo, { eventId: target.tag }, { signal })
  },
  async cancel(target, { signal }) {
    await by(target)(events.cancelUpload, { eventId: target.tag }, { signal })
  },
  async watch(target, { signal }) {
    const { file } = await by(target)(events.watch, { eventId: target.tag }, { signal })
    return file === null ? { kind: 'cancelled' } : toVideoProcessing(file)
  },
})
