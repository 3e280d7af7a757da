/**
 * Sends a file for a new title, in Node 20 or newer with nothing but `@kinora/core`. Stop it at any moment, even with kill -9,
 * and run it again: where it stands is the server's to say, and the external id finds the title that was made.
 *
 *   KINORA_URL=http://127.0.0.1:4700 KINORA_API_KEY=kn_live_… node upload.mjs class.mp4 my-id-1
 *
 * The key is one with the right `upload` (docs/api-keys.md). In a clone of this repository: `npm run build -- core` first.
 */
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { createUploader } from '@kinora/core/uploader'

const { KINORA_URL: baseUrl, KINORA_API_KEY: key } = process.env
const [path, externalId] = process.argv.slice(2)
const uploader = createUploader({ baseUrl, getToken: () => key })
const job = uploader.add(await openAsBlob(path), {
  title: basename(path),
  fileName: basename(path),
  externalId,
})
job.on('progress', ({ sentBytes, totalBytes }) => console.error(`${sentBytes} of ${totalBytes} bytes`))
const { tag, digest } = await job.sent
console.log(`${tag}\t${digest}`)
await uploader.close()
