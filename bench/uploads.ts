import { createHash, randomFillSync } from 'node:crypto'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHUNK_SIZE, contract, createApi, createSend } from '@kinora/core'
import { createChunkReader } from '@kinora/core/uploads'
import { startPlatform } from '@kinora/server/platform'
import { type Measured, pairs, time } from './measure.ts'

const SIZE = 64 * 1024 * 1024

/** Chunks with digests, verified and durable on the real server, against a bare Node server that hashes and syncs one body. */
export async function uploading(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const path = join(folder, 'noise.bin')
  writeFileSync(path, randomFillSync(Buffer.alloc(SIZE)))
  const platform = await startPlatform({
    port: 0,
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
  })
  const bare = createServer(async (request, response) => {
    const file = await open(join(folder, 'bare.bin'), 'w')
    const hash = createHash('sha256')
    for await (const piece of request) {
      hash.update(piece)
      await file.write(piece)
    }
    await file.sync()
    await file.close()
    response.end(hash.digest('hex'))
  }).listen(0, '127.0.0.1')
  try {
    const send = await signIn(platform.url)
    const address = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    const blob = await openAsBlob(path)
    const measured = await pairs(
      3,
      () => time(() => sendInChunks(send, blob)),
      () => time(() => fetch(address, { method: 'POST', body: blob })),
    )
    return [
      {
        name: 'upload of 64 MiB, all chunks but the last',
        ...measured,
        peerName: 'one bare request, hashed and synced',
        unit: 'ms',
      },
    ]
  } finally {
    bare.close()
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(baseUrl: string) {
  let token = ''
  const send = createSend({
    baseUrl,
    fetch,
    tokens: { get: () => (token === '' ? undefined : { token }), set() {}, clear() {} },
  })
  token = (await send(contract.session.login, { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }))
    .token
  return send
}

/** Noise is no video, so the last chunk, which has the file examined, is left out on purpose. */
async function sendInChunks(send: Awaited<ReturnType<typeof signIn>>, blob: Blob): Promise<void> {
  const api = createApi(contract, send)
  const provider = (await api.providers.list({})).data[0]?.tag ?? null
  const { tag } = await api.titles.create({ className: 'Bench', providerID: provider })
  const total = Math.ceil(blob.size / CHUNK_SIZE)
  const source = {
    name: 'noise.mp4',
    size: blob.size,
    slice: async (start: number, end: number) => blob.slice(start, end),
  }
  const reader = createChunkReader(source, CHUNK_SIZE)
  for (let chunkNumber = 1; chunkNumber < total; chunkNumber += 1) {
    const { file, digest } = await reader.read(chunkNumber)
    await api.uploads.video({
      tag,
      chunkNumber,
      totalNumberOfChunks: total,
      identifier: `bench-${tag}`,
      fileName: source.name,
      totalSize: blob.size,
      digest,
      file,
    })
  }
}
