/**
 * Sends a file for a new title, in Node 20 or newer with nothing but `@kinora/core`. Stop it at any moment, even with kill -9,
 * and run it again: where it stands is the server's to say, and the external id finds the title that was made.
 *
 *   KINORA_URL=http://127.0.0.1:4700 KINORA_EMAIL=tenant@demo.kinora.test KINORA_PASSWORD=… node upload.mjs class.mp4 my-id-1
 */
import { accessSync, constants, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract, createApi, createSend } from '@kinora/core'
import { createTransport, toFileSource, Uploader, uploadId } from '@kinora/core/uploads'

const CHUNK = 4_194_304

/** Signs in; tokens stay in memory and are renewed before they end. */
export async function signIn({ url, email, password, fetch = globalThis.fetch }) {
  let kept
  const tokens = { get: () => kept, set: fresh => (kept = fresh), clear: () => (kept = undefined) }
  const open = createApi(contract, createSend({ baseUrl: url, fetch, tokens }))
  const refresh = ({ refreshToken }) => open.session.refresh({ refreshToken })
  const { user, ...fresh } = await open.session.login({ email, password })
  tokens.set(fresh)
  const send = createSend({ baseUrl: url, fetch, tokens, refresh })
  return { send, api: createApi(contract, send), userId: user.userId }
}

/** Sends the file at `path` for a title; resolves with the digest of what the server holds once it has begun to process it. */
export async function uploadFile({ send, userId }, { tag, path, onProgress = () => undefined }) {
  const blob = await openAsBlob(path)
  const target = { tag, role: 'video' }
  const record = {
    ...{ ...target, id: uploadId(target), userId, fileName: basename(path), totalSize: blob.size },
    ...{ status: 'waiting', progress: 0, identifier: '', order: 0, uploadingChunkNumber: 1 },
    totalNumberOfChunks: Math.max(1, Math.ceil(blob.size / CHUNK)),
  }
  const uploader = new Uploader({
    record,
    state: { kind: 'waiting', replace: false },
    file: toFileSource({ name: basename(path), size: blob.size, blob }),
    ports: createPorts(send, userId),
    onProgress: () => onProgress(uploader.progress().sentBytes, blob.size),
  })
  try {
    return await new Promise((resolve, reject) => {
      const look = () => {
        const { state } = uploader
        if (state.kind === 'complete' || (state.kind === 'processing' && state.encoded)) resolve(state.digest)
        else if (state.kind === 'failed') reject(state.error)
        else if (state.kind === 'cancelled' || state.kind === 'broken') reject(new Error(state.kind))
        else setTimeout(look, 50)
      }
      uploader.dispatch({ type: 'start' })
      look()
    })
  } finally {
    await uploader.dispose()
  }
}

/** What the uploader needs of its host. */
function createPorts(send, userId) {
  const nothing = async () => undefined
  return {
    transport: createTransport(send),
    // The server knows where an upload stands; a store that outlives the process would only show progress sooner.
    records: { list: async () => [], load: nothing, save: nothing, remove: nothing },
    network: { online: () => true, subscribe: () => () => undefined },
    clock: {
      now: Date.now,
      random: Math.random,
      setTimeout(callback, milliseconds) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    userId: () => userId,
  }
}

async function main([path, externalId], { KINORA_URL: url, KINORA_EMAIL: email, KINORA_PASSWORD: password }) {
  if (!path || !externalId || !url || !email || !password)
    throw new Error('Usage: node upload.mjs FILE EXTERNAL_ID, with KINORA_URL, KINORA_EMAIL, KINORA_PASSWORD')
  accessSync(path, constants.R_OK)
  const kinora = await signIn({ url, email, password })
  // An external id makes one title, whatever is asked how often.
  const { tag } = await kinora.api.titles.create({ className: basename(path), externalId })
  const digest = await uploadFile(kinora, {
    ...{ tag, path },
    onProgress: (sent, total) => console.error(`${sent} of ${total} bytes`),
  })
  console.log(`${tag}\t${digest}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.slice(2), process.env).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
