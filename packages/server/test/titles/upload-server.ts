import { CHUNK_SIZE } from '@kinora/core'
import { createTestServer } from '../harness.ts'
import { clip, hash, makeMedia, padded, put, viewTitle } from './support.ts'

/** A server with a file of one chunk and one of three, and titles to send them to. */
export async function createUploadServer() {
  const server = await createTestServer({ media: await makeMedia() })
  const api = server.api('provider')
  const small = await clip()
  return {
    server,
    api,
    small,
    /** Three chunks, the last one short. */
    large: padded(small, 2 * CHUNK_SIZE + 1000),
    async title(set = {}): Promise<string> {
      const { tag } = await api.titles.create({ className: 'Upload' })
      if (Object.keys(set).length > 0) await put(server, tag, set)
      return tag
    },
    async states(tag: string) {
      const { status, videoStatus } = await viewTitle(api, tag)
      return [status, videoStatus]
    },
    /** The digest of what is stored of a title. */
    async stored(tag: string): Promise<string> {
      const { token } = await server.signIn('provider')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await server.app.request(`/media/raw/${tag}`, { headers })
      return hash(new Uint8Array(await answer.arrayBuffer()))
    },
  }
}

export type UploadServer = Awaited<ReturnType<typeof createUploadServer>>
